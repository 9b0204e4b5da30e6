// Messages as the page shows them: bubbles, what they were understood as, and cards for proposals.

import { h, icon } from "./dom.js";
import { changesOf, listed, turnWords } from "./press.js";

const STATES = {
  accepted: ["Accepted", "ok", "check"],
  rejected: ["Rejected", "rose", "close"],
  withdrawn: ["Withdrawn", "plain", "undo"],
  cancelled: ["Lapsed", "plain", "minus"],
};

// Answers, which say by themselves how they stand: their mark and colour.
const ANSWERS = { accept: ["check", "is-ok"], reject: ["close", "is-rose"], withdraw: ["undo", ""] };

export const emblem = (power, css = "") =>
  h("span", { class: `emblem ${css}`.trim(), "data-power": power, "aria-hidden": "true" }, power[0]);

// All of a conversation: [elements]. `context`: {me, names, sheet, places, drawn, freshFrom, found,
// on: {answer, counter, draw}}.
export function conversation(messages, context) {
  const rows = [];
  let [turn, before, fresh] = ["", null, false];
  for (const message of messages) {
    const words = turnWords(message.phase);
    if (words !== turn) rows.push(h("h3", { class: "talk-turn" }, h("span", {}, words)));
    if (!fresh && context.freshFrom !== null && message.id >= context.freshFrom && !message.mine) {
      fresh = true;
      rows.push(h("p", { class: "talk-new" }, h("span", {}, "New")));
    }
    const follows = words === turn && before?.speaker === message.speaker && !before.card && near(before.at, message.at);
    rows.push(bubble(message, context, follows));
    turn = words;
    before = message;
  }
  return rows;
}

const near = (one, other) => Date.parse(other) - Date.parse(one) < 3 * 60 * 1000;

function bubble(message, context, follows) {
  const { names } = context;
  const said = message.text || message.readback;
  const speaker = message.mine ? "You" : names[message.speaker];
  return h(
    "article",
    {
      class: `talk-message${message.mine ? " is-mine" : ""}${follows ? " is-next" : ""}${message.id === context.found ? " is-found" : ""}`,
      "data-message": String(message.id),
      "data-speaker": message.speaker,
      "aria-label": `${speaker}, ${clock(message.at)}`,
    },
    message.mine || follows ? "" : emblem(message.speaker, "talk-face"),
    h(
      "div",
      { class: "talk-said" },
      h("p", { class: "bubble" }, said),
      message.card ? "" : understood(message, said),
      message.card ? card(message, context) : "",
      h("p", { class: "talk-time" }, h("time", { datetime: message.at, title: moment(message.at) }, clock(message.at))),
    ),
  );
}

// Under a bubble: what bots hear, where it says more than the words do.
function understood(message, said) {
  if (!message.understood) return h("p", { class: "talk-plain" }, icon("plain"), "plain text, not understood by bots");
  if (!message.readback || message.readback === said) return "";
  const [mark, css] = ANSWERS[message.act] ?? ["feather", ""];
  return h("p", { class: `talk-heard ${css}`.trim() }, icon(mark), h("span", {}, message.readback));
}

function card(message, context) {
  const { card: offer, id } = message;
  const { me, names, sheet, places, drawn, on } = context;
  const title = offer.proposer === me ? "You propose" : `${names[offer.proposer]} proposes`;
  const changes = offer.state === "open" && offer.can.includes("accept") ? changesOf(offer, me, sheet) : [];
  const shown = drawn === id;
  const draw = () => on.draw(message);
  return h(
    "section",
    {
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

function stateChip({ card: offer, hearers }, { me, names }) {
  const [words, css, mark] = STATES[offer.state] ?? ["", "", ""];
  if (words) return h("span", { class: `chip chip-${css}` }, icon(mark), words);
  const waiting = hearers.filter((power) => !(power in offer.answers) && power !== me);
  return offer.can.includes("accept") || !waiting.length ? "" : h("span", { class: "meta" }, `waits for ${listed(waiting.map((power) => names[power]))}`);
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
