// Answers to a bot's newest proposal or question, one tap each. What is whole is sent; what ends in "…" is begun in the line.
// Pure: no page, no network.

/** @import {Message} from "../wire.d.ts" */
/** @typedef {{label: string, text: string, sends: boolean, counters: boolean, plain: boolean}} Chip text: what is written; sends: it is said at once; counters: it takes the place of the proposal; plain: it is said as it stands, no deal is read in it */

/** @param {string} label @param {string} text @returns {Chip} */
const begun = (label, text) => ({ label, text, sends: false, counters: false, plain: false });
/** @param {string} text @returns {Chip} */
const whole = (text) => ({ label: text.replace(/\.$/, ""), text, sends: true, counters: false, plain: false });

const TO_A_DEAL = [begun("Yes, but …", "Yes, but only if "), begun("No, because …", "No, because "), { ...begun("Instead …", "How about "), counters: true }];
const TO_YES_OR_NO = [whole("Yes."), begun("Yes, but …", "Yes, but "), whole("No."), begun("No, because …", "No, because ")];
const TO_AN_OPEN_QUESTION = [begun("I want …", "I want "), begun("I am going to …", "I will "), { ...whole("I'd rather not say."), plain: true }, whole("What do you suggest?")];

const OPEN = /\b(?:what|which|who|whom|where|when|why|how)\b[^.?!]*\?/i;

/** The chips under the last message of a conversation; none under what needs no answer. @param {Message | undefined} message @param {boolean} fromBot @returns {Chip[]} */
export function chipsFor(message, fromBot) {
  if (!message || message.mine || !fromBot || message.hearers.length !== 1) return [];
  if (message.card) return message.card.can.includes("accept") ? TO_A_DEAL : [];
  if (message.act !== "query") return [];
  return OPEN.test(message.text || message.readback) ? TO_AN_OPEN_QUESTION : TO_YES_OR_NO;
}
