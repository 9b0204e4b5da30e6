// The talk as values: merging what the server says, and the words and counts that follow from it.
// Pure: no page, no network. The shapes are those of frontend/wire.

/** @import {AgreedOrder, Card, CodeWords, Conversation, Message, Press, PromiseRow, Sheet} from "../wire.d.ts" */

/** @typedef {Omit<Message, "id"> & {id: number | string, waits?: string}} Shown a message as it is shown; waits: why it is not sent yet */

/** @param {string[]} powers */
export const keyOf = (powers) => [...powers].sort().join("-");

/**
 * "Spring 1901" for S1901M, "Fall 1902, retreats" for F1902R.
 * @param {Pick<CodeWords, "seasons" | "stages">} words
 * @param {string} phase
 */
export const turnWords = ({ seasons, stages }, phase) => `${seasons[phase[0]]} ${phase.slice(1, -1)}${stages[phase.slice(-1)]}`;

// The province of the unit an order text is for: "A PAR - BUR" and "BUILD F STP/NC" alike.
/** @param {string} text of an order */
export const unitOf = (text) => (/\b[AF] ([A-Z]{3})/.exec(text)?.[1] ?? "");

// A Press from the server put over what is known: messages are merged by id, the rest is whole each time.
// The loaded messages of a conversation have no gaps. A whole Press holds the newest of each conversation: if it does
// not reach back to the known ones, there is a gap, and the known ones are dropped. Changed messages older than all
// loaded ones wait until they are asked for.
/** @param {Press | null} known @param {Press} press @returns {Press} */
export function merge(known, press) {
  const before = known?.messages ?? [];
  const [loaded, sent] = [oldest(before), oldest(press.messages)];
  if (!press.whole) return withMessages({ ...press, messages: before }, press.messages.filter(({ conversation, id }) => id >= (loaded.get(conversation) ?? 0)));
  const joined = new Set(before.filter(({ conversation, id }) => id >= (sent.get(conversation) ?? 0)).map((each) => each.conversation));
  return withMessages({ ...press, messages: before.filter((each) => joined.has(each.conversation)) }, press.messages);
}

// The first message of each conversation.
/** @param {Message[]} messages */
function oldest(messages) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { conversation, id } of messages) found.set(conversation, Math.min(id, found.get(conversation) ?? id));
  return found;
}

// The talk with more messages, each in its place; known ones are replaced.
/** @param {Press} press @param {Message[]} more @returns {Press} */
export function withMessages(press, more) {
  const messages = new Map([...press.messages, ...more].map((message) => [message.id, message]));
  return { ...press, messages: [...messages.values()].sort((one, other) => one.id - other.id) };
}

// The talk with one more heard message; null for an unknown conversation. A speaker has read the messages before.
/** @param {Press} press @param {Message} message @returns {Press | null} */
export function withHeard(press, message) {
  const { id, conversation: key, mine } = message;
  const there = press.conversations.find((each) => each.key === key);
  if (!there) return null;
  const isNew = !press.messages.some((each) => each.id === id);
  const unread = mine ? 0 : there.unread + Number(isNew);
  const now = { ...there, unread, first: there.first ?? id, last: Math.max(there.last ?? id, id) };
  const conversations = press.conversations.map((each) => (each === there ? now : each));
  return { ...press, conversations, unread: press.unread - there.unread + unread, messages: [message], whole: false };
}

/** @param {Press} press @param {string} key */
export const messagesOf = (press, key) => press.messages.filter((message) => message.conversation === key);

/** The first message that is not read: that many of others are not. @param {Message[]} messages @param {number} unread */
export const firstUnread = (messages, unread) => (unread ? (messages.filter((message) => !message.mine).at(-unread)?.id ?? null) : null);

// True if older messages are not loaded.
/** @param {Press} press @param {Conversation} conversation */
export function hasEarlier(press, conversation) {
  const first = messagesOf(press, conversation.key)[0]?.id ?? Infinity;
  return conversation.first !== null && conversation.first < first;
}

// The open proposal between me and any of these powers that I could settle by an act: theirs by "reject", mine by
// "withdraw". It may lie in another conversation than theirs.
/** @type {(press: Press, powers: string[], act: any) => Message | undefined} */
export const openWith = (press, powers, act) =>
  press.messages.findLast(
    ({ card, speaker, hearers }) =>
      card?.state === "open" && card.can.includes(act) && [speaker, ...hearers].some((power) => powers.includes(power)),
  );

/** @param {Press} press */
export const unreadOf = (press) => press.conversations.reduce((sum, each) => sum + each.unread, 0);

// Tabs in their order: everybody, one for each other power, then groups, the latest first. A pair or a
// group that nothing was said in yet has its tab too.
// Without a seat (a finished game, open to all): the conversations there were.
/**
 * @param {Press} press
 * @param {{me: string | null, powers: string[], names: Record<string, string>, started: string[]}} table
 * @returns {Conversation[]}
 */
export function tabsOf(press, { me, powers, names, started }) {
  if (!me) return press.conversations;
  const known = new Map(press.conversations.map((each) => [each.key, each]));
  /** @param {Conversation["kind"]} kind @param {string} title @param {string[]} members @returns {Conversation} */
  const blank = (kind, title, members) => ({
    key: keyOf(members), kind, title, powers: [...members].sort(), to: members.filter((power) => power !== me),
    unread: 0, first: null, last: null, open: 0, allowed: [], phases: [],
  });
  const all = blank("all", "Everybody", powers);
  const pairs = powers.filter((power) => power !== me).map((power) => blank("pair", names[power], [me, power]));
  const fixed = [...(powers.length > 2 ? [all] : []), ...pairs].map((each) => known.get(each.key) ?? each);
  const taken = new Set(fixed.map((each) => each.key));
  const groups = press.conversations.filter((each) => !taken.has(each.key));
  const begun = started.filter((key) => !known.has(key) && !taken.has(key));
  groups.push(...begun.map((key) => blank("group", listed(key.split("-").filter((power) => power !== me).map((power) => names[power])), key.split("-"))));
  return [...fixed, ...groups.sort((one, other) => (other.last ?? 0) - (one.last ?? 0))];
}

/** @param {string[]} names */
export const listed = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

// "peace with Russia stands"
/** @param {string[]} promises */
export const standingWord = (promises) => `${listed(promises)} ${promises.length === 1 ? "stands" : "stand"}`;

// The units whose orders accepting would change: [province, ...].
/** @param {Card} card @param {string | null} me @param {Sheet | null | undefined} sheet */
export function changesOf(card, me, sheet) {
  const written = new Map((sheet?.orders ?? []).map((order) => [order.unit, order.text]));
  return card.orders
    .filter((order) => order.power === me && !order.denied && !order.choice)
    .filter((order) => written.get(unitOf(order.text)) !== order.text)
    .map((order) => unitOf(order.text));
}

// Agreed orders that are neither on the sheet nor for a unit that has gone: what one click can write. Of orders that
// keep the same promise one is enough.
/** @param {Press | null} press @param {Sheet | null | undefined} sheet @returns {AgreedOrder[]} */
export function unwritten(press, sheet) {
  if (!press || !sheet) return [];
  const done = new Set(press.agreed.filter((each) => isWritten(each, sheet)).map((each) => each.promise));
  return press.agreed.filter((each) => !done.has(each.promise));
}

// The sheet is newer than the talk: it comes with every order.
/** @param {AgreedOrder} agreed @param {Sheet | null | undefined} sheet */
const isWritten = (agreed, sheet) => (sheet ? sheet.orders.some((order) => order.text === agreed.text) : agreed.written);

// Text and colour of a promise's chip.
/**
 * @param {PromiseRow} promise
 * @param {string | null} me
 * @param {AgreedOrder[]} agreed
 * @param {Sheet | null | undefined} sheet
 * @returns {[string, string]}
 */
export function standing(promise, me, agreed, sheet) {
  const { state, lasting, ends } = promise;
  if (ends) return ENDS[state];
  if (state === "over") return ["over", "plain"];
  if (sheet?.breaking?.includes(promise.id)) return ["your orders break it", "rose"];
  if (state === "broken") return ["broken", "rose"];
  if (state === "void") return lasting ? ["still there", "warn"] : ["void", "plain"]; // lasts: a unit in a place to stay out of
  if (state === "kept") return [lasting ? "kept so far" : "kept", "ok"];
  const mine = agreed.filter((each) => each.promise === promise.id);
  if (promise.by === me && mine.some((each) => isWritten(each, sheet))) return ["in orders", "ok"];
  return [lasting ? "lasting" : "due", lasting ? "plain" : "warn"];
}

// A draw or a win that was agreed is a vote: the game ends so, or it lapses.
/** @type {Record<PromiseRow["state"], [string, string]>} */
const ENDS = { open: ["agreed", "info"], kept: ["done", "ok"], void: ["lapsed", "plain"], broken: ["broken", "rose"], over: ["over", "plain"] };

const URGENCY = { open: 0, broken: 1, kept: 2, void: 3, over: 3 };

// Promises with what is still due first, the latest before the older.
/** @param {PromiseRow[]} promises */
export const byUrgency = (promises) =>
  [...promises].sort((one, other) => URGENCY[one.state] - URGENCY[other.state] || other.id - one.id);

// Those that bind now, what is due in this phase first: what was broken, or kept and is done with, is no business of today.
/** @param {PromiseRow[]} promises */
export const binding = (promises) => {
  const rank = (/** @type {PromiseRow} */ { state, lasting }) => (state === "open" ? (lasting ? 1 : 0) : lasting && (state === "kept" || state === "void") ? 2 : 3);
  return promises.filter((each) => rank(each) < 3).sort((one, other) => rank(one) - rank(other));
};

/** @param {PromiseRow[]} promises @param {string} power */
export const withPower = (promises, power) =>
  promises.filter((promise) => promise.by === power || promise.between.includes(power));

// A read-back as [who does what, the rest]: "You ask" and " England to move …".
/** @param {string} english @returns {[string, string]} */
export function headOf(english) {
  const [head] = /^(?:You|\p{Lu}\p{L}+) \p{L}+(?= )/u.exec(english) ?? [""];
  return [head, english.slice(head.length)];
}
