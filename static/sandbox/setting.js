// Positions in their JSON form, changed one thing at a time. Pure; whether they can stand is for the server to say.

/** @typedef {{phase: string, units: string[], centers: Record<string, string[]>}} Setting */
/** @import {Position} from "./tree.js" */

const province = (/** @type {string} */ unit) => unit.split(" ")[2].slice(0, 3);

/** A position as one sets it up: of retreats, the moves of the same turn. @param {Position} position @returns {Setting} */
export function settingOf(position) {
  const { phase, units, centers } = /** @type {Setting} */ (/** @type {unknown} */ (position));
  return { phase: phase.replace("R", "M"), units, centers: centers ?? {} };
}

/** @param {Setting} setting @param {string} place @returns {string | null} the unit there, as `FRA A PAR` */
export const unitAt = (setting, place) => setting.units.find((unit) => province(unit) === place) ?? null;

/** @param {Setting} setting @param {string} place @returns {Setting} */
export const without = (setting, place) => ({ ...setting, units: setting.units.filter((unit) => province(unit) !== place) });

/** Put a unit there; the same unit again is taken away, a fleet goes on to the next coast first.
 * @param {Setting} setting @param {string} power @param {"A" | "F"} kind @param {string} place @param {string[]} coasts @returns {Setting} */
export function withUnit(setting, power, kind, place, coasts) {
  const regions = kind === "F" && coasts.length ? coasts.map((coast) => `${place}/${coast}`) : [place];
  const ways = regions.map((region) => `${power} ${kind} ${region}`);
  const next = ways[ways.indexOf(unitAt(setting, place) ?? "") + 1];
  const rest = without(setting, place);
  return next ? { ...rest, units: [...rest.units, next] } : rest;
}

/** A center changes hands; to whom it belongs already, it is nobody's afterwards.
 * @param {Setting} setting @param {string} power @param {string} place @returns {Setting} */
export function withCenter(setting, power, place) {
  const had = setting.centers[power]?.includes(place);
  const centers = Object.fromEntries(Object.entries(setting.centers).map(([each, places]) => [each, places.filter((one) => one !== place)]));
  if (!had) centers[power] = [...(centers[power] ?? []), place];
  return { ...setting, centers };
}

/** A unit goes from one place to another, or off the board. @param {Setting} setting @param {string} from @param {string | null} to @param {string[]} coasts
 * @returns {Setting} */
export function moved(setting, from, to, coasts) {
  const unit = unitAt(setting, from);
  if (!unit || from === to) return setting;
  const [power, kind] = unit.split(" ");
  const rest = without(setting, from);
  return to ? withUnit(without(rest, to), power, kind === "F" ? "F" : "A", to, coasts) : rest;
}

/** @param {Setting} setting */
export const yearOf = (setting) => Number(setting.phase.slice(1, -1));

/** Season `S`, `F` or `W`, and a year. @param {Setting} setting @param {string} season @param {number} year @returns {Setting} */
export const withTurn = (setting, season, year) => ({ ...setting, phase: `${season}${year}${season === "W" ? "A" : "M"}` });
