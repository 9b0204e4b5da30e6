// The grammar of an order made by gestures: which clicks may follow which, and what they mean.
//
// Pure: no page, no network. A draft is a half-made order as plain data (it survives JSON), the
// legal orders of my units come from the server (`options`), and every function returns new values.
//
//   draft   {region, verb, subject, target}; later fields are null until chosen
//   order   {text, verb, kind, subject, target, by_sea} as sent by the server, plus `verbs`

/** @import {Options, OptionOrder, OptionUnit, Place, Sheet} from "../wire.d.ts" */
/** @typedef {{region: string, verb: string | null, subject: string | null, target: string | null}} Draft */
/** @typedef {Omit<OptionOrder, "verb"> & {verb: string, region: string, verbs: string[]}} PreparedOrder */
/** @typedef {Omit<OptionUnit, "orders"> & {orders: PreparedOrder[]}} PreparedUnit */
/** @typedef {Omit<Options, "units"> & {units: PreparedUnit[]}} Prepared */
/** @typedef {{draft: Draft | null, order?: PreparedOrder, cancel?: string, why?: string, nothing?: string}} Step */
/** @typedef {Record<string, string>} Names of provinces, by their code */
/** @typedef {(place: string) => string} KindAt the kind of the unit that stands in a province, or empty */

/** @param {string} region */
export const province = (region) => region.slice(0, 3);

// Kinds of orders in each phase, in the order of the menu. `key` is also the letter shown beside it.
/** @type {Record<string, {label: string, key: string, icon: string, place: "none" | "target" | "subject"}>} */
export const VERBS = {
  hold: { label: "Hold", key: "H", icon: "hold", place: "none" },
  move: { label: "Move", key: "M", icon: "move", place: "target" },
  support: { label: "Support", key: "S", icon: "support", place: "subject" },
  convoy: { label: "Convoy", key: "C", icon: "convoy", place: "subject" },
  via: { label: "Move by sea", key: "V", icon: "via", place: "target" },
  retreat: { label: "Retreat", key: "M", icon: "move", place: "target" },
  disband: { label: "Disband", key: "D", icon: "minus", place: "none" },
  army: { label: "Build an army", key: "A", icon: "army", place: "none" },
  fleet: { label: "Build a fleet", key: "F", icon: "fleet", place: "none" },
  remove: { label: "Remove", key: "D", icon: "minus", place: "none" },
};

// The verb meant by clicking a place straight after the unit.
const PLAIN_VERB = { M: "move", R: "retreat", A: null };

// Place of the last click of an order.
/** @param {PreparedOrder} order */
const goal = (order) => province(order.target ?? order.subject ?? order.region);

// Give every order the verbs under which it is reached. A sea way is a plain move too where no land way leads there.
/** @param {Options} options @returns {Prepared} */
export function prepare(options) {
  const units = options.units.map((unit) => {
    const byLand = new Set(unit.orders.filter((each) => each.verb === "move" && !each.by_sea).map((each) => each.target));
    const orders = unit.orders.map((each) => {
      /** @type {PreparedOrder} */
      const order = { ...each, region: unit.region, verbs: [] };
      if (order.verb === "build") order.verbs = [order.kind === "A" ? "army" : "fleet"];
      else if (!order.by_sea) order.verbs = [order.verb];
      else order.verbs = byLand.has(order.target) ? ["via"] : ["via", "move"];
      return order;
    });
    return { ...unit, orders };
  });
  return { ...options, units };
}

// Words for the unit's deed in the text of an order: "A PAR S A MAR - BUR" -> "supports Marseilles to Burgundy".
/** @param {string} text @param {Record<string, Place>} places */
export function orderWords(text, places) {
  /** @param {string} words */
  const named = (words) => words.replace(/\b[AF] (?=[A-Z]{3})/g, "").replace(/\b([A-Z]{3})(\/[NSEW]C)?\b/g, (code, place) => places[place]?.name ?? code);
  const [, lead, rest] = /^(?:([A-Z]{4,}) )?[AF] [A-Z]{3}(?:\/[NSEW]C)? ?(.*)$/.exec(text) ?? [];
  /** @type {Record<string, string>} */
  const alone = { BUILD: text.includes(" F ") ? "builds a fleet" : "builds an army", REMOVE: "is removed", DISBAND: "disbands" };
  if (lead) return alone[lead] ?? text;
  if (rest === undefined) return text;
  if (rest === "H") return "holds";
  if (rest.startsWith("- ")) return `to ${named(rest.slice(2).replace(/ VIA$/, ""))}${rest.endsWith(" VIA") ? " by sea" : ""}`;
  return `${rest[0] === "S" ? "supports" : "convoys"} ${named(rest.slice(2)).replace(" - ", " to ")}`;
}

/** @param {Prepared} options @param {string} place */
export const unitAt = (options, place) => options.units.find((unit) => province(unit.region) === province(place));

/** @param {string} region @returns {Draft} */
export const newDraft = (region) => ({ region, verb: null, subject: null, target: null });

/** @param {Prepared} options @param {Draft | null} draft */
export function verbsOf(options, draft) {
  const unit = draft && unitAt(options, draft.region);
  if (!unit) return [];
  return Object.keys(VERBS).filter((verb) => unit.orders.some((order) => order.verbs.includes(verb)));
}

/** @param {Prepared} options @param {Draft} draft */
function candidates(options, draft) {
  const unit = unitAt(options, draft.region);
  if (!unit) return [];
  const verb = draft.verb ?? PLAIN_VERB[options.kind];
  return unit.orders.filter(
    (order) =>
      verb !== null &&
      order.verbs.includes(verb) &&
      (draft.subject === null || province(order.subject ?? "") === province(draft.subject)) &&
      (draft.target === null || goal(order) === draft.target),
  );
}

// The provinces a click may go to now.
/** @param {Prepared} options @param {Draft | null} draft */
export function lit(options, draft) {
  if (!draft) return [];
  const waitsForSubject = draft.verb && VERBS[draft.verb].place === "subject" && draft.subject === null;
  const places = candidates(options, draft).map((order) => (waitsForSubject ? province(order.subject ?? "") : goal(order)));
  return [...new Set(places)].sort();
}

// Places with something due: units without an order, free home centers during builds, units that may be removed
// during removals.
/** @param {Prepared} options @param {Sheet} sheet */
export function due(options, sheet) {
  const written = new Set(sheet.orders.map((order) => order.unit));
  if (options.kind === "A" && sheet.adjustments === 0) return [];
  return options.units.map((unit) => province(unit.region)).filter((place) => !written.has(place));
}

// True if all builds or removals are ordered, and none of them in this place.
/** @param {Prepared} options @param {Sheet | null} sheet @param {string} place */
export const spent = (options, sheet, place) =>
  options.kind === "A" && options.adjustments !== 0 && sheet?.adjustments === 0 && !sheet.orders.some(({ unit }) => unit === province(place));

// Places where my units stand and may go, which a map has to show while orders are written. `far`: with ways by sea and supports.
/** @param {Prepared} options @returns {string[]} */
export function reach({ units }, { far = false } = {}) {
  const goes = (/** @type {PreparedOrder} */ order) => far || ((order.verb === "move" || order.verb === "retreat") && !order.by_sea);
  return units.flatMap(({ region, orders }) => [region, ...orders.filter(goes).flatMap(({ target }) => (target ? [target] : []))]);
}

// The coasts to choose from, once nothing but the coast is open.
/** @param {Prepared} options @param {Draft | null} draft */
export function coasts(options, draft) {
  if (!draft?.target) return [];
  return candidates(options, draft);
}

// The places that a map should show for a draft: its unit and what it may go to. Of units to be helped only my own, as
// those of others may stand anywhere.
/** @param {Prepared} options @param {Draft} draft */
export function aims(options, draft) {
  if (draft.target && coasts(options, draft).length) return [draft.region, draft.target];
  const places = lit(options, draft);
  const toHelp = !draft.subject && (draft.verb === "support" || draft.verb === "convoy");
  return [draft.region, ...(toHelp ? places.filter((place) => unitAt(options, place)) : places)];
}

// A draft that names one order is done; one that only lacks the coast stays and asks.
/** @param {Prepared} options @param {Draft} draft @returns {Step} */
function settle(options, draft) {
  const found = candidates(options, draft);
  const exact = found.find((order) => order.target === draft.target) ?? (found.length === 1 ? found[0] : null);
  return exact ? { draft: null, order: exact } : { draft };
}

/** @param {Prepared} options @param {Draft} draft @param {string} verb @returns {Step} */
export function chooseVerb(options, draft, verb) {
  const next = { region: draft.region, verb, subject: null, target: null };
  if (VERBS[verb].place !== "none") return { draft: next };
  return settle(options, { ...next, target: province(draft.region) });
}

/** @type {(options: Prepared, draft: Draft, region: string) => Step} */
export const chooseCoast = (options, draft, region) => {
  const order = candidates(options, draft).find((each) => each.target === region);
  return order ? { draft: null, order } : { draft };
};

// One step back; null when nothing is left of the draft.
/** @param {Draft | null} draft @returns {Draft | null} */
export function back(draft) {
  if (!draft) return null;
  if (draft.target !== null) {
    const whole = draft.verb !== null && VERBS[draft.verb].place === "none";
    return { ...draft, target: null, verb: whole ? null : draft.verb };
  }
  if (draft.subject !== null) return { ...draft, subject: null };
  if (draft.verb !== null) return { ...draft, verb: null };
  return null;
}

// A click on a province. Returns {draft} to go on with, {draft: null, order} when an order is
// complete, {draft, cancel: region} to take an order back, or {draft, why: text} when the click is
// impossible: the text of the order it would have made, for the server to explain. Where a single unit must retreat, a
// click on a place it may go to sends it there.
/** @param {Prepared} options @param {Draft | null} draft @param {string} place @returns {Step} */
export function click(options, draft, place) {
  if (!draft) {
    const unit = unitAt(options, place);
    if (unit) return { draft: newDraft(unit.region) };
    const [only, other] = options.kind === "R" ? options.units : [];
    const retreat = only && !other && newDraft(only.region);
    return retreat && lit(options, retreat).includes(place) ? click(options, retreat, place) : { draft: null, nothing: place };
  }
  const own = province(draft.region) === place;
  if (draft.target === place) return { draft };
  const clean = draft.target === null ? draft : { ...draft, target: null };
  if (own && clean.verb === null) return { draft: null, cancel: draft.region };
  if (lit(options, clean).includes(place)) {
    const verb = clean.verb ?? PLAIN_VERB[options.kind];
    if (verb && VERBS[verb].place === "subject" && clean.subject === null) return { draft: { ...clean, subject: place } };
    return settle(options, { ...clean, verb, target: place });
  }
  if (own) return { draft: back(clean) };
  const other = clean.verb === null ? unitAt(options, place) : undefined;
  if (other) return { draft: newDraft(other.region) };
  return { draft: clean, why: attempt(options, clean, place) };
}

// The order an impossible click would have meant.
/** @param {Prepared} options @param {Draft} draft @param {string} place */
function attempt(options, draft, place) {
  const unit = unitAt(options, draft.region);
  const verb = draft.verb ?? PLAIN_VERB[options.kind];
  if (!unit?.kind || !verb) return undefined;
  const who = `${unit.kind} ${unit.region}`;
  if (verb === "support" || verb === "convoy") {
    const letter = verb === "support" ? "S" : "C";
    if (draft.subject === null) return `${who} ${letter} ${place}`;
    return `${who} ${letter} ${draft.subject} - ${place}`;
  }
  return `${who} - ${place}${verb === "via" ? " VIA" : ""}`;
}

// The order as a sentence while it is made: [what stands, what is wanted next].
/** @param {Prepared} options @param {Draft | null} draft @param {Names} names @param {KindAt} kindAt @returns {[string, string]} */
export function read(options, draft, names, kindAt) {
  const unit = draft && unitAt(options, draft.region);
  if (!unit) return ["", ""];
  const who = unit.name;
  const { verb } = draft;
  if (draft.target !== null && verb !== null) {
    if (VERBS[verb].place === "none") return [`${who}: ${VERBS[verb].label.toLowerCase()}.`, "On which coast?"];
    return [`${who} ${SAYS[verb](draft, names, kindAt)} ${names[draft.target]}.`, "On which coast?"];
  }
  if (verb === null) {
    const plain = PLAIN_VERB[options.kind];
    if (!plain) return [`${who}.`, options.adjustments > 0 ? "Choose what to build." : "Choose Remove, or another unit."];
    return [`${who}.`, lit(options, draft).length ? `Choose an order, or click a lit province to ${plain} there.` : "Choose an order."];
  }
  const sentence = `${who} ${SAYS[verb](draft, names, kindAt)} …`;
  const places = lit(options, draft);
  return [sentence, places.length ? WANTS[verb](draft, names, places) : NOTHING[verb]];
}

/** @type {Record<string, string>} */
const KINDS = { A: "Army ", F: "Fleet " };

/** @param {Draft} draft @param {Names} names @param {KindAt} kindAt */
const subjectName = ({ subject }, names, kindAt) => (subject ? `${KINDS[kindAt(subject)] ?? ""}${names[subject]} to` : "");

/** @type {Record<string, (draft: Draft, names: Names, kindAt: KindAt) => string>} */
const SAYS = {
  move: () => "moves to",
  via: () => "moves by sea to",
  retreat: () => "retreats to",
  support: (draft, names, kindAt) => `supports ${subjectName(draft, names, kindAt)}`.trim(),
  convoy: (draft, names, kindAt) => `carries ${subjectName(draft, names, kindAt)}`.trim(),
};

/** @type {Record<string, (draft: Draft, names: Names, places: string[]) => string>} */
const WANTS = {
  move: () => "Click a lit province.",
  via: () => "Click a lit province.",
  retreat: () => "Click a lit province.",
  support: ({ subject }, names, places) => {
    if (!subject) return "Click the unit to support.";
    if (!places.includes(province(subject))) return "Click where it goes.";
    return places.length === 1 ? `Click ${names[subject]} again to hold it there.` : `Click where it goes, or ${names[subject]} again to hold it there.`;
  },
  convoy: (draft) => (draft.subject ? "Click where it lands." : "Click the army to carry."),
};

/** @type {Record<string, string>} */
const NOTHING = {
  move: "It has nowhere to go.",
  via: "No sea way leads from here.",
  retreat: "It has nowhere to go.",
  support: "No unit is in reach.",
  convoy: "No army can be carried from here.",
};
