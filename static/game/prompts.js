// Prompts while orders are written, for each kind of phase. Pure.

import * as grammar from "./grammar.js";

/** @import {PhaseView, Sheet, State} from "../wire.d.ts" */
/** @import {Prepared} from "./grammar.js" */

// Fate of a unit without an order.
export const FATES = { M: "holds", R: "disbands", A: "" };

/** Label of a lit province before anything is chosen. @param {Prepared} options @param {Sheet} sheet */
export const dueWord = ({ kind }, sheet) => (kind === "R" ? "Retreat from" : sheet.adjustments > 0 ? "Build in" : "Remove");

/** Meaning of a lit province, for those who hear the page. @param {Prepared} options @param {Sheet} sheet @param {grammar.Draft | null} draft @param {string} name */
export const describe = (options, sheet, draft, name) => `${draft ? grammar.VERBS[draft.verb ?? "move"].label : dueWord(options, sheet)}: ${name}`;

/**
 * Next step while nothing is chosen: [state, request].
 * @param {Prepared} options
 * @param {Sheet} sheet
 * @returns {[string, string]}
 */
export function invitation(options, sheet) {
  const { kind, units } = options;
  if (kind === "A") {
    const left = sheet.adjustments;
    const free = grammar.due(options, sheet).length;
    if (left > 0 && !free) return [`${left} to build.`, "No home center of yours is free; leave the rest unused."];
    if (left > 0) return [`${left} to build.`, "Click one of your lit home centers."];
    if (left < 0) return [`${-left} to remove.`, "Click one of the lit units, then Remove."];
    return allOrdered(options);
  }
  const missing = sheet.missing.length;
  if (kind === "R" && missing) return ["Retreats.", "Click a lit unit that was beaten, then where it goes."];
  if (!missing) return ["Every unit has its order.", "Change them until the deadline, or say that you are ready."];
  if (missing === units.length) return ["Your move.", "Click one of your units, then where it goes."];
  return [`${missing} ${missing === 1 ? "unit has" : "units have"} no order.`, "Click one, or press N."];
}

/** All builds or removals are ordered: [state, request]. @param {Pick<Prepared, "adjustments">} options @returns {[string, string]} */
export function allOrdered({ adjustments }) {
  if (adjustments > 0) return ["All builds are used.", "To build elsewhere, take one back first."];
  if (adjustments < 0) return ["All removals are ordered.", "To remove another unit, take one back first."];
  return ["Nothing is left to build or remove.", ""];
}

/**
 * Words for a board on which I have nothing to order: [what it is, what may be done].
 * @param {State} state
 * @param {PhaseView} shown
 * @returns {[string, string]}
 */
export function resting({ game, you, overview }, shown) {
  if (shown.name !== game.phase) return [`${shown.title}.`, "Point at an arrow to read the order’s outcome."];
  if (game.status !== "running") return [game.verdict ?? "This game is over.", "The slider shows how it went."];
  if (overview) return [`${game.title}.`, "You see the orders of all powers as they are written."];
  if (!you) return [`${game.title}.`, "You are watching. Orders are shown once the phase is over."];
  return [`${game.title}.`, "You have nothing to order in this phase."];
}

/**
 * An order as one may write it in this phase.
 * @param {Prepared} options
 */
export function example({ kind, units }) {
  const first = units[0]?.orders[0];
  if (!first) return "";
  if (kind === "M") return written(units);
  const place = first.region.toLowerCase();
  if (kind === "R") return first.target ? `${place} - ${first.target.toLowerCase()}` : `${place} disbands`;
  return first.verb === "build" ? `${place} ${first.kind?.toLowerCase()}` : `remove ${place}`;
}

/** A support of one of my units for another, or a move, as it is typed. @param {Prepared["units"]} units */
function written(units) {
  const mine = new Set(units.map((unit) => unit.region));
  const orders = units.flatMap((unit) => unit.orders);
  const support = orders.find((order) => order.verb === "support" && order.target && order.subject && mine.has(order.subject));
  const move = orders.find((order) => order.verb === "move");
  const { region, subject, target } = support ?? move ?? orders[0];
  const place = (/** @type {string | undefined} */ code) => (code ?? "").toLowerCase();
  if (support) return `${place(region)} s ${place(subject)} - ${place(target)}`;
  return move ? `${place(region)} - ${place(target)}` : `${place(region)} h`;
}

/** Why a click on a place with nothing of mine does nothing. @param {Prepared} options @param {string} name */
export function whyNothing({ kind, adjustments }, name) {
  if (kind === "R") return `None of your units has to retreat from ${name}.`;
  if (kind === "A" && adjustments > 0) return `You cannot build in ${name}.`;
  return `You have no unit in ${name}.`;
}
