// Rows of orders that are not mine to write: everybody's of a past phase and what became of them, and those of the phase
// now played as the game master sees them. And what all lists of units are drawn with.

import { h, icon } from "./dom.js";

/** @import {Fate, OverseenSheet, Place} from "../wire.d.ts" */
/** @import {Board} from "./board.js" */
/** @typedef {{board: Board, powers: Record<string, string>}} Shown */

/** @type {Record<string, {icon: string, css: string, word: string}>} */
const RESULT_MARKS = {
  ok: { icon: "check", css: "is-ok", word: "carried out" },
  fail: { icon: "close", css: "is-fail", word: "failed" },
  void: { icon: "minus", css: "is-void", word: "without effect" },
  illegal: { icon: "close", css: "is-illegal", word: "not legal" },
};

/**
 * Everybody's orders of a decided phase, by power.
 * @param {Fate[]} orders
 * @param {Shown & {onHover: (order: Fate | null) => void}} shown
 */
export function pastGroups(orders, shown) {
  return [...groupBy(orders)].map(([power, list]) =>
    h(
      "li",
      { class: "order-group" },
      h("h3", { class: "order-power" }, emblem(power), shown.powers[power]),
      h("ul", { class: "order-rows" }, list.map((order) => pastRow(order, shown))),
    ),
  );
}

/** @param {Fate[]} orders */
function groupBy(orders) {
  /** @type {Map<string, Fate[]>} */
  const groups = new Map();
  for (const order of orders) groups.set(order.power, [...(groups.get(order.power) ?? []), order]);
  return groups;
}

/** @param {Fate} order @param {Shown & {onHover: (order: Fate | null) => void}} shown */
function pastRow(order, { board, onHover }) {
  const mark = RESULT_MARKS[order.result];
  const hover = (/** @type {boolean} */ on) => () => onHover(on ? order : null);
  return h(
    "li",
    {
      class: `order-row past-row ${mark.css}`,
      tabindex: "0",
      onpointerenter: hover(true),
      onpointerleave: hover(false),
      onfocusin: hover(true),
      onfocusout: hover(false),
    },
    unitToken(board, order.power, order.kind),
    h("span", { class: "order-words" }, h("b", {}, order.place), " ", h("span", { class: "order-verb" }, order.words)),
    h("span", { class: "order-result" }, icon(mark.icon), h("span", { class: "visually-hidden" }, mark.word)),
    order.result === "ok" ? "" : h("span", { class: "order-note order-note-rose" }, order.text),
  );
}

// A power's orders in the phase now played, for the game master.
/** @param {OverseenSheet} sheet @param {Shown & {places: Record<string, Place>}} shown */
export function overseen(sheet, { board, places, powers }) {
  const due = Array.from({ length: Math.abs(sheet.adjustments) }, () => [sheet.adjustments > 0 ? "Build" : "Remove", "is still due"]);
  const missing = [...sheet.missing.map((place) => [places[place].name, "has no order"]), ...due];
  /** @param {string} place @param {string} words @param {string | null} kind @param {boolean} isMissing */
  const row = (place, words, kind, isMissing) =>
    h(
      "li",
      { class: "order-row past-row", "data-missing": isMissing ? true : null },
      unitToken(board, sheet.power, kind),
      h("span", { class: "order-words" }, h("b", {}, place), " ", h("span", { class: "order-verb" }, words)),
    );
  return h(
    "li",
    { class: "order-group" },
    h("h3", { class: "order-power" }, emblem(sheet.power), powers[sheet.power], h("span", { class: "secondary" }, sheet.ready ? "ready" : "not ready")),
    h(
      "ul",
      { class: "order-rows" },
      sheet.orders.map((order) => row(order.place, order.words, order.kind, false)),
      missing.map(([place, words]) => row(place, words, null, true)),
    ),
  );
}

/** @param {string} power */
export const emblem = (power, css = "") =>
  h("span", { class: `emblem emblem-small ${css}`, "data-power": power, "aria-hidden": "true" }, power[0]);

// A unit's token for lists: the same drawing as on the board, or the power's emblem where there is none.
/** @param {Board} board @param {string} power @param {string | null} kind */
export function unitToken(board, power, kind) {
  const name = power.toLowerCase();
  const css = kind === "F" ? "fleet-token" : "army-token";
  const drawn = board.svg.querySelector(`.${css}`);
  if (!kind || !drawn) return h("span", { class: "token-cell" }, icon("center"));
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.setAttribute("viewBox", "-17 -17 34 34");
  holder.setAttribute("class", "board unit-token");
  holder.setAttribute("aria-hidden", "true");
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", `unit ${name}`);
  group.append(drawn.cloneNode(true));
  holder.append(group);
  return h("span", { class: "token-cell" }, holder);
}
