// The ledger of promises: a few beside the orders, all of them in the column of the talk.

import { byId, h, icon } from "./dom.js";
import { emblem } from "./bubbles.js";
import { byUrgency, listed, standing, turnWords, withPower } from "./press.js";

const BESIDE_ORDERS = 4;

export class Ledger {
  constructor({ names, onOpen, onMessage }) {
    Object.assign(this, { names, onOpen, onMessage });
    this.beside = byId("promises");
    this.list = byId("ledger-list");
    byId("promises-all").addEventListener("click", () => onOpen(null));
  }

  show(press, me, partner, sheet) {
    const sorted = byUrgency(press.promises);
    this.beside.hidden = !sorted.length;
    byId("promises-all").textContent = `all ${sorted.length}`;
    byId("promises-all").hidden = sorted.length <= BESIDE_ORDERS;
    const row = (promise, short) => this.row(promise, standing(promise, me, press.agreed, sheet), me, short);
    byId("promises-list").replaceChildren(...sorted.slice(0, BESIDE_ORDERS).map((each) => row(each, true)));
    const shown = partner ? withPower(sorted, partner) : sorted;
    byId("ledger-title").textContent = partner ? `Promises with ${this.names[partner]}` : "Promises";
    byId("ledger-sum").textContent = partner ? sum(press.partners.find((each) => each.power === partner), this.names[partner]) : "";
    this.list.replaceChildren(
      ...(shown.length ? shown.map((each) => row(each, false)) : [h("li", { class: "panel-empty" }, "Nothing has been promised yet.")]),
    );
  }

  row(promise, [word, css], me, short) {
    const judged = promise.judged ? turnWords(promise.judged) : "";
    const others = promise.between.filter((power) => power !== me).map((power) => this.names[power]);
    const facts = [
      `promised ${promise.by === me && others.length ? `to ${listed(others)}, ` : ""}${turnWords(promise.since)}`,
      promise.state !== "open" && judged ? `judged ${judged}` : "",
    ].filter(Boolean);
    return h(
      "li",
      { class: "promise", "data-promise": String(promise.id), "data-state": promise.state },
      emblem(promise.by, "emblem-small"),
      h(
        "button",
        { type: "button", class: "promise-words", title: "Show where it was made", onclick: () => this.onMessage(promise) },
        promise.english,
        short ? "" : h("span", { class: "promise-facts" }, promise.reason ? `${promise.reason} ` : "", `(${facts.join("; ")})`),
      ),
      h("span", { class: `chip chip-${css}` }, word),
    );
  }
}

// [words, colour] for the chip of a partner: "kept 5 of 6", rose where a word was broken.
export function record(partner) {
  const [kept, broken] = [partner?.kept ?? 0, partner?.broken ?? 0];
  if (!kept && !broken) return ["promises", "info"];
  return [`kept ${kept} of ${kept + broken}`, broken ? "rose" : "ok"];
}

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

// The rows of agreed orders in the list of orders: one click writes each.
export function agreedRows(agreed, names, write) {
  const choice = (each) => (agreed.some((other) => other !== each && other.promise === each.promise) ? "one of these, " : "");
  return agreed.map((each) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "agreed-row", "data-agreed": each.text, onclick: () => write(each) },
        icon("deal"),
        h("span", {}, each.sentence, h("span", { class: "agreed-to" }, `${choice(each)}promised to ${listed(each.to.map((power) => names[power]))}`)),
        h("span", { class: "agreed-write" }, "Write it"),
      ),
    ),
  );
}
