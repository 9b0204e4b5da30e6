// Messages as the page shows them: bubbles, what they were understood as, and cards for proposals.

import { h, icon, within } from "../game/dom.js";
import { roomLine } from "../game/room.js";
import { chipsFor } from "./chips.js";
import { changesOf, listed, standingWord } from "./values.js";

/** @import {Card, CardTerm, Message, NoticeLine, Place, Sheet} from "../wire.d.ts" */
/** @import {Beside} from "./beside.js" */
/** @import {Company} from "./company.js" */
/** @import {Shown} from "./values.js" */
/** @import {Chip} from "./chips.js" */
/** @typedef {Message & {card: Card}} Offer a message that proposes something */
/**
 * @typedef {{me: string | null, names: Record<string, string>, company: Company, sheet: Sheet | null | undefined,
 *   places: Record<string, Place>, drawn: number | null, freshFrom: number | null, found: number | null,
 *   room: NoticeLine[] | undefined, beside: Beside, turn: (phase: string) => string, phase: string, bound: (id: number) => boolean, canTalk: boolean, on: Acts}} Context
 *   room: lines of the game's room; turn: a phase as "Spring 1901"; phase: the one played now; bound: whether a message promised something
 * @typedef {{answer: (message: Offer, act: "accept" | "reject" | "withdraw") => void, counter: (message: Offer) => void,
 *   draw: (message: Offer) => void, chip: (message: Message, chip: Chip) => void, mend: (message: Shown) => void}} Acts
 */

/** @type {Record<string, [string, string, string]>} */
const STATES = {
  accepted: ["Accepted", "ok", "check"],
  rejected: ["Rejected", "rose", "close"],
  withdrawn: ["Withdrawn", "plain", "undo"],
  countered: ["Replaced", "plain", "minus"],
  cancelled: ["Lapsed", "plain", "minus"],
};

// Answers, which say by themselves how they stand: their mark and colour.
/** @type {Record<string, [string, string]>} */
const ANSWERS = { accept: ["check", "is-ok"], reject: ["close", "is-rose"], withdraw: ["undo", ""] };

/** @param {string} power */
export const emblem = (power, css = "") =>
  h("span", { class: `emblem ${css}`.trim(), "data-power": power, "aria-hidden": "true" }, power[0]);

// The picture of the bot that plays a power.
/** @param {string} src */
export const portrait = (src, css = "") => h("img", { class: `portrait ${css}`.trim(), src, alt: "", width: "28", height: "28" });

/** All of a conversation as elements. @param {Shown[]} messages @param {Context} context */
export function conversation(messages, context) {
  /** @type {HTMLElement[]} */
  const rows = [];
  let [turn, fresh] = ["", false];
  /** @type {Shown | null} the message before, where nothing stands between */
  let before = null;
  const answered = messages.findLastIndex((message) => !message.mine);
  const { beside } = context;
  const now = beside.phase && context.turn(beside.phase);
  let silent = Boolean(now) && messages.length > 0;
  const silence = () => h("h3", { class: "talk-turn is-now" }, h("span", {}, `${now}: not a word`));
  const room = [...(context.room ?? [])];
  const roomUpTo = (/** @type {number} */ number) => {
    for (let line = room[0]; line && line.number < number; line = room[0]) {
      room.shift();
      rows.push(h("p", { class: `talk-room${line.said ? " is-said" : ""}`, "data-line": String(line.id) }, ...roomLine(line), h("time", { datetime: line.at, title: moment(line.at) }, clock(line.at))));
      before = null;
    }
  };
  for (const [at, message] of messages.entries()) {
    roomUpTo(message.waits ? Infinity : Number(message.id));
    const words = context.turn(message.phase);
    if (silent && words !== now && beside.isAfter(message.phase, beside.phase ?? undefined)) {
      rows.push(silence());
      silent = false;
    }
    if (words !== turn) rows.push(h("h3", { class: `talk-turn${words === now ? " is-now" : ""}` }, h("span", {}, words)));
    if (words === now) silent = false;
    if (!fresh && context.freshFrom !== null && Number(message.id) >= context.freshFrom && !message.mine) {
      fresh = true;
      rows.push(h("p", { class: "talk-new" }, h("span", {}, "New")));
    }
    const follows = words === turn && before !== null && before.speaker === message.speaker && !before.card && near(before.at, message.at);
    rows.push(bubble(message, context, follows, at > answered && isMendable(message, context)));
    turn = words;
    before = message;
  }
  const last = messages.at(-1);
  if (last && last.phase === context.phase && context.canTalk && !("waits" in last && last.waits)) {
    const chips = chipsFor(/** @type {Message} */ (last), context.company.botsListen([last.speaker]));
    if (chips.length) rows.push(chipRow(/** @type {Message} */ (last), chips, context));
  }
  roomUpTo(Infinity);
  if (silent) rows.push(silence());
  return rows;
}

/** @param {Message} message @param {Chip[]} chips @param {Context} context */
const chipRow = (message, chips, { names, on }) =>
  h(
    "div",
    { class: "talk-chips", role: "group", "aria-label": `Answers to ${names[message.speaker]}` },
    chips.map((chip) => h("button", { type: "button", class: "button button-small button-outline", "data-chip": chip.text.trim(), onclick: () => on.chip(message, chip) }, chip.label)),
  );

/** @param {string} one @param {string} other moments */
const near = (one, other) => Date.parse(other) - Date.parse(one) < 3 * 60 * 1000;

const MENDED = ["propose", "inform", "query"];

// Mine, and a bot was told something else than perhaps was meant; what is agreed or promised cannot be unsaid.
/** @param {Shown} message @param {Context} context */
function isMendable(message, { phase, bound, company }) {
  const { mine, text, act, card: offer, hearers, id } = message;
  if (!mine || !text || !act || !MENDED.includes(act) || message.phase !== phase || !company.botsListen(hearers)) return false;
  return offer ? offer.state === "open" && !Object.keys(offer.answers).length : !bound(Number(id));
}

/** @param {Shown} message @param {Context} context @param {boolean} follows whether its speaker goes on @param {boolean} mendable */
function bubble(message, context, follows, mendable) {
  const { names } = context;
  const said = message.text || message.readback;
  const heard = message.card ? null : understood(message, said, context, mendable);
  // Details that add nothing show when the bubble is pointed at, tabbed to or tapped.
  const quiet = heard && message.understood && !message.adds && !mendable;
  const about = quiet ? { tabindex: "0", "aria-describedby": heard.id } : {};
  const speaker = message.mine ? "You" : names[message.speaker];
  return h(
    "article",
    {
      class: `talk-message${quiet ? " is-quiet" : ""}${message.mine ? " is-mine" : ""}${follows ? " is-next" : ""}${message.id === context.found ? " is-found" : ""}`,
      "data-message": String(message.id),
      "data-speaker": message.speaker,
      "aria-label": `${speaker}, ${clock(message.at)}`,
    },
    message.mine || follows ? "" : seal(message.speaker, context.company),
    h(
      "div",
      { class: "talk-said" },
      h("p", { class: "bubble", ...about }, said),
      heard,
      message.card ? card(/** @type {Offer} */ (message), context, mendable) : "",
      message.waits ? h("p", { class: "talk-waits" }, message.waits) : h("p", { class: "talk-time" }, h("time", { datetime: message.at, title: moment(message.at) }, clock(message.at))),
    ),
  );
}

/** @param {string} power @param {Company} company */
function seal(power, company) {
  const src = company.face(power);
  return src ? h("span", { class: "talk-face talk-seal", "data-power": power, "aria-hidden": "true" }, portrait(src)) : emblem(power, "talk-face");
}

// Under a bubble: what it was understood as. That it was not matters only where a bot listens.
/** @param {Shown} message @param {string} said @param {Context} context @param {boolean} mendable */
function understood(message, said, { company, on }, mendable) {
  if (!message.understood) {
    if (!company.botsListen(message.hearers)) return null;
    return h("p", { class: "talk-plain" }, icon("plain"), "Sent as you wrote it. Bots see what it is about, but take no deal from it.");
  }
  if (!message.readback || message.readback === said) return null;
  const [mark, css] = ANSWERS[message.act] ?? ["feather", ""];
  return h("p", { class: `talk-heard ${css}`.trim(), id: `heard-${message.id}` }, icon(mark), h("span", {}, message.readback, mendable ? " " : "", mendable ? mend(message, on) : ""));
}

/** @param {Shown} message @param {Acts} on */
const mend = (message, on) => h("button", { type: "button", class: "link-button", "data-act": "mend", onclick: () => on.mend(message) }, "Mend");

/** @param {Offer} message @param {Context} context @param {boolean} mendable */
function card(message, context, mendable) {
  const { card: offer, id } = message;
  const { me, names, sheet, places, drawn, on } = context;
  const title = offer.proposer === me ? "You propose" : `${names[offer.proposer]} proposes`;
  const changes = offer.state === "open" && offer.can.includes("accept") ? changesOf(offer, me, sheet) : [];
  const shown = drawn === id;
  const draw = () => on.draw(message);
  return h(
    "div",
    {
      role: "group",
      class: `offer is-${offer.state}${shown ? " is-drawn" : ""}${offer.orders.length ? " can-draw" : ""}`,
      "aria-labelledby": `offer-${id}`,
      "data-card": String(id),
      onclick: (/** @type {Event} */ event) => offer.orders.length && !within(event, "button") && draw(),
    },
    h(
      "div",
      { class: "offer-head" },
      h("h4", { class: "offer-title", id: `offer-${id}` }, icon("deal"), title),
      stateChip(message, context),
      drawButton(offer, shown, draw),
    ),
    h("ul", { class: "offer-terms" }, offer.terms.map(term)),
    answers(offer, context),
    changes.length ? h("p", { class: "offer-effect" }, effect(changes.map((unit) => places[unit]?.name ?? unit))) : "",
    offer.against?.length ? h("p", { class: "offer-against" }, icon("warn"), h("span", {}, `Accepting goes against your word: ${standingWord(offer.against)}.`)) : "",
    offer.note ? h("p", { class: "offer-effect" }, offer.note) : "",
    acts(message, on, mendable),
  );
}

/** @type {Record<Card["can"][number], [string, string, string | null]>} */
const ACTS = {
  accept: ["Accept", "button-main", "check"],
  counter: ["Change it", "button-outline", null],
  reject: ["Reject", "button-ghost", null],
  withdraw: ["Withdraw", "button-outline", null],
};

/** @param {Offer} message @param {Acts} on @param {boolean} mendable */
function acts(message, on, mendable) {
  const can = /** @type {Card["can"]} */ (Object.keys(ACTS)).filter((name) => message.card.can.includes(name));
  if (!can.length) return "";
  /** @param {Card["can"][number]} name @param {[string, string, string | null]} dress */
  const button = (name, [label, css, mark]) =>
    h(
      "button",
      {
        type: "button",
        class: `button button-small ${css}`,
        "data-act": name,
        title: name === "counter" ? "Write your own version of this offer" : null,
        onclick: () => (name === "counter" ? on.counter(message) : on.answer(message, name)),
      },
      mark ? icon(mark) : "",
      label,
    );
  return h("div", { class: "offer-acts" }, can.map((name) => button(name, ACTS[name])), mendable ? mend(message, on) : "");
}

/** @param {Card} offer @param {boolean} shown @param {() => void} draw */
function drawButton(offer, shown, draw) {
  if (!offer.orders.length) return "";
  const label = "Show on the map";
  return h("button", { type: "button", class: "icon-button offer-draw", "aria-pressed": String(shown), "aria-label": label, title: label, onclick: draw }, icon("map"));
}

/** @param {Offer} message @param {Context} context */
function stateChip({ card: offer, hearers }, { me, names, company }) {
  const [words, css, mark] = STATES[offer.state] ?? ["", "", ""];
  if (words) return h("span", { class: `chip chip-${css}` }, icon(mark), words);
  const missing = hearers.filter((power) => !(power in offer.answers) && power !== me);
  if (offer.can.includes("accept") || !missing.length) return "";
  const named = (/** @type {string[]} */ powers) => listed(powers.map((power) => names[power]));
  const mute = missing.filter((power) => company.isMute(power));
  const awaited = missing.filter((power) => !mute.includes(power));
  const facts = [awaited.length ? `waits for ${named(awaited)}` : "", mute.length ? `${named(mute)} ${mute.length === 1 ? "does" : "do"} not talk` : ""];
  return h("span", { class: "meta" }, facts.filter(Boolean).join("; "));
}

// "England will move its fleet …" beside the seal of who is to do it; what all agree on has none.
/** @param {CardTerm} term */
const term = ({ by, text }) => h("li", {}, by ? emblem(by, "emblem-small") : "", h("span", {}, text));

/** @param {Card} offer @param {Context} context */
function answers(offer, { names, me }) {
  const given = Object.entries(offer.answers).map(
    ([power, answer]) => `${power === me ? "you" : names[power]} ${answer === "accept" ? "accepted" : "rejected"}`,
  );
  if (given.length < 2 && offer.state !== "open") return "";
  return given.length ? h("p", { class: "offer-effect" }, `${capital(listed(given))}.`) : "";
}

/** @param {string[]} units */
const effect = (units) => `Accepting is a promise; it writes no order. Then press Write beside ${listed(units)} in your orders.`;

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {string} at */
const clock = (at) => new Date(at).toLocaleTimeString("en-GB", { hour: "numeric", minute: "2-digit" });

/** @param {string} at */
const moment = (at) => new Date(at).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
