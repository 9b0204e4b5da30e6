// Messages as the page shows them: bubbles, what they were understood as, and cards for proposals.

import { h, icon } from "../game/dom.js";
import { roomLine } from "../game/room.js";
import { changesOf, listed, standingWord } from "./values.js";

const STATES = {
  accepted: ["Accepted", "ok", "check"],
  rejected: ["Rejected", "rose", "close"],
  withdrawn: ["Withdrawn", "plain", "undo"],
  countered: ["Countered", "plain", "minus"],
  cancelled: ["Lapsed", "plain", "minus"],
};

// Answers, which say by themselves how they stand: their mark and colour.
const ANSWERS = { accept: ["check", "is-ok"], reject: ["close", "is-rose"], withdraw: ["undo", ""] };

export const emblem = (power, css = "") =>
  h("span", { class: `emblem ${css}`.trim(), "data-power": power, "aria-hidden": "true" }, power[0]);

// The picture of the bot that plays a power.
export const portrait = (src, css = "") => h("img", { class: `portrait ${css}`.trim(), src, alt: "", width: "28", height: "28" });

// All of a conversation: [elements]. `context`: {me, names, company, sheet, places, drawn, freshFrom, found,
// room (lines of the game's room), beside (a `Beside`), turn (a phase -> "Spring 1901"), on: {answer, counter, draw}}.
export function conversation(messages, context) {
  const rows = [];
  let [turn, before, fresh] = ["", null, false];
  const { beside } = context;
  const now = beside.phase && context.turn(beside.phase);
  let silent = Boolean(now) && messages.length > 0;
  const silence = () => h("h3", { class: "talk-turn is-now" }, h("span", {}, `${now}: not a word`));
  const room = [...(context.room ?? [])];
  const roomUpTo = (number) => {
    while (room.length && room[0].number < number) {
      const line = room.shift();
      rows.push(h("p", { class: `talk-room${line.said ? " is-said" : ""}`, "data-line": String(line.id) }, ...roomLine(line), h("time", { datetime: line.at, title: moment(line.at) }, clock(line.at))));
      before = null;
    }
  };
  for (const message of messages) {
    roomUpTo(message.waits ? Infinity : message.id);
    const words = context.turn(message.phase);
    if (silent && words !== now && beside.isAfter(message.phase, beside.phase)) {
      rows.push(silence());
      silent = false;
    }
    if (words !== turn) rows.push(h("h3", { class: `talk-turn${words === now ? " is-now" : ""}` }, h("span", {}, words)));
    if (words === now) silent = false;
    if (!fresh && context.freshFrom !== null && message.id >= context.freshFrom && !message.mine) {
      fresh = true;
      rows.push(h("p", { class: "talk-new" }, h("span", {}, "New")));
    }
    const follows = words === turn && before?.speaker === message.speaker && !before.card && near(before.at, message.at);
    rows.push(bubble(message, context, follows));
    turn = words;
    before = message;
  }
  roomUpTo(Infinity);
  if (silent) rows.push(silence());
  return rows;
}

const near = (one, other) => Date.parse(other) - Date.parse(one) < 3 * 60 * 1000;

function bubble(message, context, follows) {
  const { names } = context;
  const said = message.text || message.readback;
  const heard = message.card ? "" : understood(message, said, context);
  // What adds nothing is there for whoever points at the bubble, or tabs or taps to it.
  const quiet = heard && message.understood && !message.adds;
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
      message.card ? card(message, context) : "",
      message.waits ? h("p", { class: "talk-waits" }, message.waits) : h("p", { class: "talk-time" }, h("time", { datetime: message.at, title: moment(message.at) }, clock(message.at))),
    ),
  );
}

function seal(power, company) {
  const src = company.face(power);
  return src ? h("span", { class: "talk-face talk-seal", "data-power": power, "aria-hidden": "true" }, portrait(src)) : emblem(power, "talk-face");
}

// Under a bubble: what it was understood as. That it was not matters only where a bot listens.
function understood(message, said, { company }) {
  if (!message.understood) {
    if (!company.botsListen(message.hearers)) return "";
    return h("p", { class: "talk-plain" }, icon("plain"), "plain text: bots hear what it is about, and no deal");
  }
  if (!message.readback || message.readback === said) return "";
  const [mark, css] = ANSWERS[message.act] ?? ["feather", ""];
  return h("p", { class: `talk-heard ${css}`.trim(), id: `heard-${message.id}` }, icon(mark), h("span", {}, message.readback));
}

function card(message, context) {
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
      onclick: (event) => offer.orders.length && !event.target.closest("button") && draw(),
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
    acts(message, on),
  );
}

const ACTS = {
  accept: ["Accept", "button-main", "check"],
  counter: ["Counter", "button-outline", null],
  reject: ["Reject", "button-ghost", null],
  withdraw: ["Withdraw", "button-outline", null],
};

function acts(message, on) {
  const can = Object.keys(ACTS).filter((name) => message.card.can.includes(name));
  if (!can.length) return "";
  const button = (name, [label, css, mark]) =>
    h(
      "button",
      {
        type: "button",
        class: `button button-small ${css}`,
        "data-act": name,
        onclick: () => (name === "counter" ? on.counter(message) : on.answer(message, name)),
      },
      mark ? icon(mark) : "",
      label,
    );
  return h("div", { class: "offer-acts" }, can.map((name) => button(name, ACTS[name])));
}

function drawButton(offer, shown, draw) {
  if (!offer.orders.length) return "";
  const label = "Show on the map";
  return h("button", { type: "button", class: "icon-button offer-draw", "aria-pressed": String(shown), "aria-label": label, title: label, onclick: draw }, icon("map"));
}

function stateChip({ card: offer, hearers }, { me, names, company }) {
  const [words, css, mark] = STATES[offer.state] ?? ["", "", ""];
  if (words) return h("span", { class: `chip chip-${css}` }, icon(mark), words);
  const missing = hearers.filter((power) => !(power in offer.answers) && power !== me);
  if (offer.can.includes("accept") || !missing.length) return "";
  const named = (powers) => listed(powers.map((power) => names[power]));
  const mute = missing.filter((power) => company.isMute(power));
  const awaited = missing.filter((power) => !mute.includes(power));
  const facts = [awaited.length ? `waits for ${named(awaited)}` : "", mute.length ? `${named(mute)} ${mute.length === 1 ? "does" : "do"} not talk` : ""];
  return h("span", { class: "meta" }, facts.filter(Boolean).join("; "));
}

// "England will move its fleet …" beside the seal of who is to do it; what all agree on has none.
const term = ({ by, text }) => h("li", {}, by ? emblem(by, "emblem-small") : "", h("span", {}, text));

function answers(offer, { names, me }) {
  const given = Object.entries(offer.answers).map(
    ([power, answer]) => `${power === me ? "you" : names[power]} ${answer === "accept" ? "accepted" : "rejected"}`,
  );
  if (given.length < 2 && offer.state !== "open") return "";
  return given.length ? h("p", { class: "offer-effect" }, `${capital(listed(given))}.`) : "";
}

const effect = (units) => `Accepting asks for ${units.length === 1 ? "another order" : "other orders"} of yours: ${listed(units)}.`;

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const clock = (at) => new Date(at).toLocaleTimeString("en-GB", { hour: "numeric", minute: "2-digit" });

const moment = (at) => new Date(at).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
