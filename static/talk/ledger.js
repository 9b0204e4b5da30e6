// The ledger of promises: those that bind now beside the orders, all of them in the column of the talk.

import { byId, h } from "../game/dom.js";
import { emblem } from "./bubbles.js";
import { binding, byUrgency, listed, standing, withPower } from "./values.js";

/** @import {Partner, Press, PromiseRow, Sheet} from "../wire.d.ts" */

export class Ledger {
  /**
   * @param {{me: string | null, names: Record<string, string>, turn: (phase: string) => string, onOpen: (partner: string | null) => void,
   *   onMessage: (promise: PromiseRow) => void}} parts turn: a phase as "Spring 1901"
   */
  constructor({ me, names, turn, onOpen, onMessage }) {
    this.me = me;
    this.names = names;
    /** @type {string | null} the power whose promises are shown; null for all */
    this.partner = null;
    /** @type {Press | null} */
    this.press = null;
    /** @type {Sheet | null | undefined} */
    this.sheet = null;
    this.panel = byId("ledger");
    this.turn = turn;
    this.onOpen = onOpen;
    this.onMessage = onMessage;
    this.beside = byId("promises");
    this.list = byId("ledger-list");
    byId("promises-all").addEventListener("click", () => onOpen(null));
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  // In place of the talk: the promises of a partner, or all.
  /** @param {string | null} partner */
  open(partner) {
    this.partner = partner;
    this.panel.hidden = false;
    byId("talk-panel").hidden = true;
    if (this.press) this.show(this.press, this.sheet);
    byId("ledger-close").focus();
  }

  // Returns whether it was open.
  close() {
    const { isOpen } = this;
    if (isOpen) [this.panel.hidden, byId("talk-panel").hidden] = [true, false];
    return isOpen;
  }

  /** @param {Press} press @param {Sheet | null | undefined} sheet */
  show(press, sheet) {
    const { me, partner } = this;
    this.press = press;
    this.sheet = sheet;
    const sorted = byUrgency(press.promises);
    this.beside.hidden = !sorted.length;
    byId("promises-all").textContent = `all ${sorted.length}`;
    const row = (/** @type {PromiseRow} */ promise, /** @type {boolean} */ short) => this.row(promise, standing(promise, me, press.agreed, sheet), me, short);
    byId("promises-list").replaceChildren(...binding(sorted).map((each) => row(each, true)));
    const shown = partner ? withPower(sorted, partner) : sorted;
    byId("ledger-title").textContent = partner ? `Promises with ${this.names[partner]}` : "Promises";
    byId("ledger-sum").textContent = partner ? sum(press.partners.find((each) => each.power === partner), this.names[partner]) : "";
    this.list.replaceChildren(
      ...(shown.length ? shown.map((each) => row(each, false)) : [h("li", { class: "panel-empty" }, "Nothing has been promised yet.")]),
    );
  }

  /** @param {PromiseRow} promise @param {[string, string]} chip its words and colour @param {string | null} me @param {boolean} short */
  row(promise, [word, css], me, short) {
    const judged = promise.judged ? this.turn(promise.judged) : "";
    const others = promise.between.filter((power) => power !== me).map((power) => this.names[power]);
    const facts = [
      `promised ${promise.by === me && others.length ? `to ${listed(others)}, ` : ""}${this.turn(promise.since)}`,
      promise.state !== "open" && judged ? `judged ${judged}` : "",
    ].filter(Boolean);
    return h(
      "li",
      { class: "promise", "data-promise": String(promise.id), "data-state": promise.state },
      emblem(promise.by, "emblem-small"),
      h(
        "button",
        { type: "button", class: "promise-words", title: `${promise.english}. Show where it was made`, onclick: () => this.onMessage(promise) },
        short ? `${promise.by === me ? "You" : this.names[promise.by]}: ${promise.short}` : promise.english,
        short ? "" : h("span", { class: "promise-facts" }, promise.reason ? `${promise.reason} ` : "", `(${facts.join("; ")})`),
      ),
      h("span", { class: `chip chip-${css}` }, word),
    );
  }
}

// [words, colour] for the chip of a partner: "kept 5 of 6", rose where a word was broken.
/** @param {Partner | undefined} partner @returns {[string, string]} */
export function record(partner) {
  const [kept, broken] = [partner?.kept ?? 0, partner?.broken ?? 0];
  if (!kept && !broken) return ["promises", "info"];
  return [`kept ${kept} of ${kept + broken}`, broken ? "rose" : "ok"];
}

/** @param {Partner | undefined} partner @param {string} name */
function sum(partner, name) {
  if (!partner) return "";
  const judged = partner.kept + partner.broken;
  const parts = [
    judged ? `kept ${partner.kept} of ${judged}` : "nothing judged yet",
    partner.void ? `${partner.void} void` : "",
    partner.open ? `${partner.open} still due` : "",
  ];
  return `${name} to you: ${parts.filter(Boolean).join(", ")}.`;
}
