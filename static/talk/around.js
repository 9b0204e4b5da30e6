// Parts around the messages of a conversation: its parties above them, notes below them.

import { byId, find, h } from "../game/dom.js";
import { portrait } from "./bubbles.js";
import { silentWords } from "./company.js";
import { record } from "./ledger.js";

/** @import {Conversation, Press} from "../wire.d.ts" */
/**
 * @typedef {{conversation: Conversation, partner: string | null, press: Press, names: Record<string, string>,
 *   company: import("./company.js").Company}} Here partner: the one other power of a conversation of two
 */

const GUIDES = ". It is your guide: its advice is honest.";

/** @param {Here} here @param {string} guide the power of my guide, or "" */
export function showHead({ conversation, partner, press, company }, guide) {
  const page = partner && company.page(partner);
  const played = partner ? company.playedBy(partner) : "";
  const who = page ? [" ", h("a", { href: page }, played)] : [partner ? ` ${played}` : conversation.kind === "all" ? " in this game" : ""];
  byId("talk-panel").setAttribute("aria-labelledby", `tab-${conversation.key}`);
  const face = partner && company.face(partner);
  byId("talk-with").replaceChildren(face ? portrait(face) : "", h("span", {}, h("b", {}, conversation.title), ...who, partner && partner === guide ? GUIDES : ""));
  const chip = byId("talk-record");
  chip.hidden = !partner || !press.promises.some((each) => each.by === partner || each.between.includes(partner));
  const [words, css] = record(press.partners.find((each) => each.power === partner));
  chip.className = `chip chip-${css} talk-record`;
  find(chip, "span")?.replaceChildren(words);
}

/** @param {() => void} run loads what was said before */
export function earlierRow(run) {
  return h("button", { type: "button", class: "button button-ghost button-small talk-earlier", "data-act": "earlier", onclick: run }, "Earlier messages");
}

/** Under the messages, or in their place where there are none. @param {Here} here @param {HTMLElement[]} rows the messages */
export function withNotes({ conversation, partner, press, names, company }, rows) {
  const does = partner && company.does(partner);
  const busy = does ? [h("p", { class: "talk-busy" }, `${names[partner]} is ${does} …`)] : [];
  const blocked = partner && company.isBlocked(partner) ? [blockedRow(names[partner], company.page(partner))] : [];
  const all = [...rows, ...blocked, ...busy];
  return all.length ? all : [nothingYet(conversation, press, namesOfMute(conversation, names, company))];
}

/** @param {string} name @param {string} page */
function blockedRow(name, page) {
  const words = `You blocked the player of ${name}: what they write is not shown here.`;
  return h("p", { class: "talk-room", "data-blocked": "true" }, words, " ", h("a", { href: page }, "Read them again"));
}

/** Of those in a conversation who do not talk. @param {Conversation} conversation @param {Record<string, string>} names @param {Here["company"]} company */
export function namesOfMute({ to }, names, company) {
  return to.filter((power) => company.isMute(power)).map((power) => names[power]);
}

/** @param {Conversation} conversation @param {Press} press @param {string[]} mute */
function nothingYet({ title, kind, to }, press, mute) {
  if (press.can_talk && mute.length === to.length) return h("p", { class: "talk-empty" }, `${silentWords(mute)}.`);
  const whom = kind === "all" ? "everybody" : title;
  return h("p", { class: "talk-empty" }, press.can_talk ? `No word yet. Ask ${whom} for a support, offer peace, or say what you plan.` : "Nothing was said here.");
}
