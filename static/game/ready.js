// The buttons that say "I'm ready", at the desk and on the phone. Where units have no order they ask once; what is
// said can be taken back while others still write or, with bots alone, for a moment that the button counts down.

import { byId, find, h, icon, narrow } from "./dom.js";

const HASTE_MS = 500; // a second press sooner than this is a double click, not a second thought
const TICK_MS = 200;
const MOST_NAMES = 6;

/** @import {Place, Sheet} from "../wire.d.ts" */
/** @import {Prepared} from "./grammar.js" */

export class Ready {
  /**
   * onReady(ready) sends it; onReach() brings the button at the desk into sight; secondsTo(time) is by the server's clock.
   * @param {{names: Record<string, Place>, onReady: (ready: boolean) => void, onReach: () => void,
   *   secondsTo: (time: string) => number}} parts names: province code -> its place
   */
  constructor({ names, onReady, onReach, secondsTo }) {
    this.names = names;
    this.onReady = onReady;
    this.onReach = onReach;
    this.secondsTo = secondsTo;
    this.buttons = [byId("ready"), byId("ready-phone")];
    this.note = byId("ready-note");
    /** @type {{words: string, element: HTMLElement} | null} */
    this.question = null;
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {Prepared | null} */
    this.options = null;
    this.awaited = false;
    this.timer = 0;
    this.quiet = 0;
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.press());
      // A key that is held down presses once.
      button.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
    }
  }

  /**
   * Take over my sheet and the options of its phase; null if I have nothing to order.
   * awaited: true if others still write.
   * @param {Sheet | null} sheet
   * @param {Prepared | null} options
   * @param {boolean} awaited
   */
  show(sheet, options, awaited) {
    clearInterval(this.timer);
    for (const button of this.buttons) button.hidden = !sheet;
    const asked = this.question && sheet && options && !sheet.ready ? unordered(sheet, options, this.names) : "";
    if (this.question?.words !== asked) this.withdraw();
    if (this.sheet && sheet && this.sheet.ready !== sheet.ready) this.hush();
    this.sheet = sheet;
    this.options = options;
    this.awaited = awaited;
    if (!sheet) {
      this.note.textContent = "";
      return;
    }
    this.say();
    if (sheet.closes) this.timer = setInterval(() => this.say(), TICK_MS);
  }

  say() {
    const { sheet, options, question } = this;
    if (!sheet) return;
    const left = sheet.closes ? Math.max(Math.ceil(this.secondsTo(sheet.closes)), 0) : 0;
    const word = sheet.closes ? "Undo" : sheet.ready ? "Ready, wait again" : question ? "Yes, ready" : "I’m ready";
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(sheet.ready));
      within(button, ".ready-word").textContent = word;
      within(button, ".ready-left").textContent = left ? `${left} s` : "";
    }
    if (sheet.closes) this.note.textContent = left ? "The phase closes in a moment." : this.awaited ? "The bots are still writing." : "The orders are carried out.";
    else this.note.textContent = sheet.ready || question || !options ? "" : hint(sheet, options);
  }

  press() {
    if (!this.sheet || this.quiet) return;
    const { ready } = this.sheet;
    const words = ready || this.question || !this.options ? "" : unordered(this.sheet, this.options, this.names);
    if (words) {
      this.ask(words);
      return;
    }
    this.withdraw();
    this.hush();
    this.onReady(!ready);
  }

  // A hasty press was meant for the button's former text.
  hush() {
    this.listen();
    this.quiet = setTimeout(() => this.listen(), HASTE_MS);
    for (const button of this.buttons) button.toggleAttribute("data-quiet", true);
  }

  // A press counts again.
  listen() {
    clearTimeout(this.quiet);
    this.quiet = 0;
    for (const button of this.buttons) button.removeAttribute("data-quiet");
  }

  /** @param {string} words */
  ask(words) {
    const element = h(
      "div",
      { class: "ready-ask" },
      h("p", { role: "alert" }, icon("warn"), h("span", {}, words)),
      h("button", { type: "button", class: "button button-ghost button-small", onclick: () => (this.focus(), this.withdraw()) }, "Not yet"),
    );
    this.question = { words, element };
    this.hush();
    this.shown.before(element);
    this.say();
  }

  // Nothing is asked any more. Returns whether something was.
  withdraw() {
    const { question } = this;
    if (!question) return false;
    this.question = null;
    this.listen();
    question.element.remove();
    if (this.sheet) this.say();
    return true;
  }

  get shown() {
    return this.buttons[narrow.matches ? 1 : 0];
  }

  focus() {
    this.shown.focus({ preventScroll: true });
  }

  // By key: lead the focus to the button; returns whether there is one.
  reach() {
    if (!this.sheet) return false;
    if (!narrow.matches) this.onReach();
    this.focus();
    return true;
  }
}

/** @param {HTMLElement} button @param {string} selector */
const within = (button, selector) => /** @type {HTMLElement} */ (find(button, selector));

// Warning about units without an order, as a question; empty where nothing is missing.
/** @param {Sheet} sheet @param {Prepared} options @param {Record<string, Place>} names */
function unordered({ missing, adjustments }, { kind }, names) {
  const count = missing.length;
  if (!count) return "";
  const units = count === 1 ? "1 unit" : `${count} units`;
  if (kind === "A" && adjustments > 0) return `${count === 1 ? "1 build" : `${count} builds`} will be left unused. Ready?`;
  if (kind === "A") return `The rules will choose ${units} of yours to remove. Ready?`;
  const places = missing.slice(0, MOST_NAMES).map(({ unit }) => names[unit ?? ""].name);
  if (count > MOST_NAMES) places.push(`${count - MOST_NAMES} more`);
  return `${units} will ${kind === "R" ? "disband" : "hold"}: ${places.join(", ")}. Ready?`;
}

// The warning in short, shown before Ready is pressed.
/** @param {Sheet} sheet @param {Prepared} options */
function hint({ missing, adjustments }, { kind }) {
  const count = missing.length;
  if (!count) return "";
  if (kind === "A") return adjustments > 0 ? `${count} more to build or waive.` : `${count} more to remove.`;
  const fate = kind === "R" ? "disband" : "hold";
  return count === 1 ? `1 unit without an order would ${fate}.` : `${count} units without an order would ${fate}.`;
}
