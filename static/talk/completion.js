// Completions in a row over the text field.
//
// Tab takes the first where something is begun, Down goes into the row, Enter takes what is chosen there, Escape lets
// it be. Whoever presses none of these writes as if there were no row: Enter sends, Tab moves on, and no letter is
// changed. The field is a text box that names its active option (WAI-ARIA's list autocomplete; a textarea may not be a
// combobox).

import { byId, findAll, focused, h, within } from "../game/dom.js";
import { still as unmoved } from "../game/press.js";
import { insertion, isBegun, still, typedBefore } from "./completing.js";

/** @import {Completion as Word, Reply} from "../wire.d.ts" */

const ASK_AFTER_MS = 50;
const SAY_AFTER_MS = 900;
const FITS = "Suggestions";

export class Completion {
  /**
   * ask: what may be typed after a text, here and now. onPoint: one of them is pointed at or chosen, or none.
   * onBegun: a sentence that was begun can be gone on with now, or no longer.
   * @param {{field: HTMLInputElement, ask: (text: string) => Promise<Reply>, onPoint: (word: Word | null) => void,
   *   onBegun: () => void}} parts
   */
  constructor({ field, ask, onPoint, onBegun }) {
    this.field = field;
    this.ask = ask;
    this.onPoint = onPoint;
    this.onBegun = onBegun;
    this.row = byId("talk-words");
    this.list = byId("talk-words-list");
    this.question = byId("talk-words-question");
    this.count = byId("talk-words-count");
    /** @type {Word[]} */
    this.words = [];
    /** @type {string | null} the text that the words go on with */
    this.before = "";
    this.active = -1;
    this.key = ""; // of the conversation
    this.asking = false;
    /** @type {string | null} the text for which the row was sent away */
    this.quietFor = null;
    this.timer = 0;
    this.sayTimer = 0;
    this.form = /** @type {HTMLFormElement} */ (field.form);
    // Before the line itself hears of the key.
    this.form.addEventListener("keydown", (event) => event.target === field && this.onKey(event), true);
    field.addEventListener("focus", () => this.begin());
    field.addEventListener("blur", () => this.offer([], ""));
    document.addEventListener("selectionchange", () => focused() === field && this.refresh());
    // The focus stays in the field, and a phone's keyboard up.
    this.row.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.onClick(event));
    this.list.addEventListener("pointerover", (event) => this.onPoint(this.words[this.indexOf(event)] ?? null));
    this.list.addEventListener("pointerleave", () => this.onPoint(this.words[this.active] ?? null));
  }

  begin() {
    this.form.classList.add("has-words");
    this.quietFor = null;
    this.refresh();
  }

  // The text is another one, or the conversation.
  /** @param {string} key of the conversation */
  changed(key) {
    if (key !== this.key) {
      this.key = key;
      this.quietFor = null;
      this.offer([], "");
    }
    this.refresh();
  }

  // The board or the talk has changed: other words may fit.
  forget() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), ASK_AFTER_MS);
  }

  refresh() {
    const now = this.wanted;
    if (now === this.before) return;
    if (this.words.length) this.offer(now === null || this.before === null ? [] : still(this.words, this.before, now), "", now);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), ASK_AFTER_MS);
  }

  // Text to complete; null if nothing is to be offered.
  get wanted() {
    const { field } = this;
    if (focused() !== field || field.value === this.quietFor) return null;
    return typedBefore(field.value, field.selectionStart ?? 0, field.selectionEnd ?? 0);
  }

  // True if the completions continue a begun word.
  get isBegun() {
    return isBegun(this.before ?? "", this.words, this.question.textContent);
  }

  // One question at a time: what is typed meanwhile is asked for once the answer is here, and only the newest.
  async look() {
    const { wanted, key } = this;
    if (this.asking || wanted === null) return;
    this.asking = true;
    const reply = await this.ask(wanted);
    this.asking = false;
    if (this.wanted !== wanted || this.key !== key) this.look();
    else if (reply.type === "completions") unmoved(this.list, () => this.wanted === wanted && this.offer(reply.completions, reply.question, wanted));
    else this.offer([], "", wanted);
  }

  /** @param {Word[]} words @param {string} question @param {string | null} before */
  offer(words, question, before = null) {
    const none = !this.words.length;
    const { isBegun: was } = this;
    // The choice survives news that ask for the same text again.
    const chosen = before === this.before ? this.words[this.active]?.text : undefined;
    Object.assign(this, { words, before });
    this.list.replaceChildren(...words.map(option));
    this.list.scrollTo(0, 0);
    this.choose(words.findIndex(({ text }) => text === chosen));
    this.list.hidden = !words.length;
    this.list.setAttribute("aria-label", question || FITS);
    this.question.textContent = question;
    if (!words.length || none) this.say(words.length);
    if (this.isBegun !== was) this.onBegun();
  }

  // Told once when there come to be some, and only to who pauses.
  /** @param {number} number */
  say(number) {
    clearTimeout(this.sayTimer);
    this.count.textContent = "";
    if (number) this.sayTimer = setTimeout(() => (this.count.textContent = `${number} suggestions`), SAY_AFTER_MS);
  }

  /** @param {number} index */
  choose(index) {
    this.active = index;
    findAll(this.list, "[role=option]").forEach((each, at) => {
      each.setAttribute("aria-selected", String(at === index));
      if (at === index) each.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    if (index < 0) this.field.removeAttribute("aria-activedescendant");
    else this.field.setAttribute("aria-activedescendant", `talk-word-${index}`);
    this.onPoint(this.words[index] ?? null);
  }

  // ---- taking one -------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!this.words.length || !this.act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // True if the key was for the row.
  /** @param {string} key */
  act(key) {
    const { active, words, field } = this;
    const inside = active >= 0;
    const begun = this.isBegun;
    if (key === "Tab" && (inside || begun)) this.take(Math.max(active, 0));
    else if (key === "Enter" && inside) this.take(active);
    else if (key === "ArrowDown" && !inside && field.selectionStart === field.value.length) this.choose(0);
    else if ((key === "ArrowDown" || key === "ArrowRight") && inside) this.choose((active + 1) % words.length);
    else if ((key === "ArrowUp" || key === "ArrowLeft") && inside) this.choose(active - 1);
    else if (key === "Escape" && inside) this.choose(-1);
    else if (key === "Escape" && begun) this.sendAway();
    else {
      if (inside) this.choose(-1);
      return false;
    }
    return true;
  }

  sendAway() {
    this.quietFor = this.field.value;
    this.offer([], "");
  }

  /** @param {Event} event */
  onClick(event) {
    const index = this.indexOf(event);
    if (index >= 0) this.take(index);
  }

  /** @param {Event} event */
  indexOf(event) {
    const chosen = within(event, "[role=option]");
    return findAll(this.list, "[role=option]").findIndex((each) => each === chosen);
  }

  /** @param {number} index */
  take(index) {
    const { field } = this;
    const before = this.before ?? "";
    const word = this.words[index];
    field.focus();
    field.setSelectionRange(word.start, before.length);
    const words = insertion(before, word);
    // Typed by the browser, so that it can be undone like any typing; it is told as input.
    if (!document.execCommand("insertText", false, words)) {
      field.setRangeText(words, word.start, before.length, "end");
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  }
}

/** @param {Word} word @param {number} index */
function option({ text, kind, power }, index) {
  const whose = kind === "place" || kind === "unit" || kind === "power" ? h("span", { class: "word-dot", "data-power": power || null, "aria-hidden": "true" }) : "";
  return h("div", { role: "option", id: `talk-word-${index}`, class: `word is-${kind}`, "aria-selected": "false" }, whose, text);
}
