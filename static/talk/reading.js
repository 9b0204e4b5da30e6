// The lines under the text field: the reading, choices, and obstacles to sending.

import { h, icon } from "../game/dom.js";
import { silentWords } from "./company.js";
import { headOf, standingWord } from "./values.js";

/** @import {Candidate, Hole, Reading} from "../wire.d.ts" */

/** @type {Record<string, {label: string, note: string}>} */
const INSTEAD = {
  reject: { label: "Reject theirs and send this", note: "Sending this answers their proposal." },
  withdraw: { label: "Withdraw mine and send this", note: "Sending this withdraws your last proposal." },
};

/** The rows for what now stands in the line. @param {any} line @returns {(HTMLElement | "")[]} */
export function rowsUnder(line) {
  const { text, offer, plain, reading, instead } = line.state;
  const blocked = line.candidate?.blocked ?? "";
  const rows = [];
  if (line.fault) rows.push(fault(line.fault));
  if (line.tooLong) rows.push(fault(`A message has at most ${line.longest} characters; this one has ${text.trim().length}. It is kept here.`));
  else if (offer) rows.push(lineOf(line, offer, "Drop it", () => line.clear()));
  else if (text.trim() && plain) rows.push(plainLine(line));
  else if (text.trim() && line.isRead) rows.push(...readingRows(line, reading), ...reading.holes.map((/** @type {Hole} */ hole) => holeRow(line, hole)));
  else if (!text && line.conversation?.open) rows.push(h("p", { class: "reading-line" }, h("span", {}, "“Yes” or “no” answers the proposal above.")));
  if (instead && line.candidate?.act === "propose") rows.push(h("p", { class: "reading-note" }, INSTEAD[instead.act].note));
  else if (blocked) rows.push(blockedRow(line, blocked));
  const against = line.candidate?.against ?? [];
  if (against.length) rows.push(h("p", { class: "reading-note is-warn" }, icon("warn"), h("span", {}, `This goes against your word: ${standingWord(against)}.`)));
  if (line.silent.length && line.candidate?.act === "propose") rows.push(h("p", { class: "reading-note" }, `${silentWords(line.silent)}, and cannot agree.`));
  return rows;
}

/** The act that would clear the table for a proposal that is blocked, if one would. @param {any} line @param {Candidate} candidate */
export function clearingAct(line, candidate) {
  if (candidate.act !== "propose") return undefined;
  return Object.keys(INSTEAD).find((act) => line.openWith(line.conversation.to, act));
}

/** Why it may not be said now, and the one act that would clear the table for it. @param {any} line @param {string} words */
function blockedRow(line, words) {
  const { key, to } = line.conversation;
  const act = clearingAct(line, line.candidate);
  if (!act) return fault(words);
  const { id, conversation } = line.openWith(to, act);
  const clear = () => {
    line.change({ instead: { message: id, act } });
    line.submit();
  };
  const where = conversation === key ? " " : " It was made in another conversation. ";
  return h("p", { class: "reading-fault" }, words, where, link(INSTEAD[act].label, clear));
}

/** @param {any} line the Composer @param {Reading} reading */
function readingRows(line, reading) {
  if (line.isFree && (reading.verdict === "none" || (reading.verdict === "clear" && !line.candidate))) return [];
  if (reading.verdict === "none") return nothing(line, reading);
  return reading.verdict === "choose" ? choices(line, reading) : [lineOf(line, reading.candidates[0], "Not what I meant", () => line.toPlain())];
}

/** @param {any} line the Composer @param {Candidate} candidate @param {string} label @param {() => void} run */
function lineOf(line, candidate, label, run) {
  return h("p", { class: "reading-line", "data-verdict": "clear" }, icon("feather"), h("span", {}, ...english(candidate.english), " ", link(label, run)));
}

/** @param {any} line the Composer @param {Reading} reading */
function choices(line, { candidates, question: asked }) {
  const { chosen } = line.state;
  const one = candidates.length === 1;
  const isAsked = Boolean(asked) && !line.isFree;
  const offered = one ? "If you mean this, choose it:" : "If you mean one of these, choose it:";
  const question = line.isFree ? offered : asked || (one ? "Do you mean this?" : "What do you mean?");
  const hint = line.isFree ? "" : one ? " Enter sends it." : " Enter sends the first, a number its own.";
  return [
    h("p", { class: "reading-line", "data-verdict": "choose" }, icon("feather"), h("span", {}, h("b", {}, question), hint)),
    h(
      "div",
      { class: `reading-choices${isAsked ? " is-asked" : ""}`, role: "group", "aria-label": question },
      candidates.map((each, index) =>
        h(
          "button",
          { type: "button", class: "reading-choice", "aria-pressed": line.isFree || chosen !== null ? String(chosen === index) : null, onclick: () => line.pick(index) },
          one || line.isFree ? "" : h("span", { class: "choice-number" }, `${index + 1} `),
          ...english(each.english),
        ),
      ),
      line.plainAllowed() && !line.isFree ? h("button", { type: "button", class: "reading-choice is-plain", onclick: () => line.toPlain() }, "None of these") : "",
    ),
  ];
}

/** A gap in the text, with its fillers. @param {any} line the Composer @param {Hole} hole */
function holeRow(line, { question, fillers }) {
  const { instead } = line.state;
  return h(
    "div",
    { class: "reading-hole", role: "group", "aria-label": question },
    h("span", { class: "hole-question" }, question),
    fillers.map(({ label, text, power }) =>
      h("button", { type: "button", class: "word", onclick: () => line.write(text, { instead }) }, h("span", { class: "word-dot", "data-power": power || null, "aria-hidden": "true" }), label),
    ),
  );
}

/** @param {any} line the Composer @param {Reading} reading */
function nothing(line, { nearest }) {
  if (line.typing.goesOn && !line.plainAllowed()) return [h("p", { class: "reading-line", "data-verdict": "none" }, icon("plain"), h("span", {}, "This is not a whole sentence yet."))];
  const rows = [];
  if (!line.plainAllowed()) rows.push(h("p", { class: "reading-line is-none", "data-verdict": "none" }, icon("plain"), h("span", {}, "Only what can be understood may be sent here.")));
  else if (nearest.length) rows.push(h("p", { class: "reading-line", "data-verdict": "none" }, h("span", {}, "Goes out as it is. Or did you mean one of these?")));
  if (nearest.length)
    rows.push(
      h(
        "div",
        { class: "reading-choices", role: "group", "aria-label": "Sentences that are understood" },
        nearest.map((each) => h("button", { type: "button", class: "reading-choice", onclick: () => line.write(each) }, each)),
      ),
    );
  return rows;
}

/** @param {any} line */
function plainLine(line) {
  const again = () => (line.change({ plain: false }), line.read());
  return h(
    "p",
    { class: "reading-line is-none", "data-verdict": "plain" },
    icon("plain"),
    h("span", {}, "It is sent as you wrote it. ", line.botsListen ? "Bots see what it is about, but take no deal from it. " : "", link("Read it again", again)),
  );
}

/** @param {string} label @param {() => void} run */
const link = (label, run) => h("button", { type: "button", class: "link-button", onclick: run }, label);

/** @param {string} words */
const fault = (words) => h("p", { class: "reading-fault" }, words);

/** @param {string} text */
function english(text) {
  const [head, rest] = headOf(text);
  return [h("b", {}, head), rest];
}
