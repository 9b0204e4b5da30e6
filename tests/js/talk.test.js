// The talk as values: what is merged, counted and sorted in the browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chipsFor } from "../../static/talk/chips.js";
import { binding, byUrgency, hasEarlier, listed, merge, messagesOf, standing, tabsOf, turnWords, unitOf, unreadOf, unwritten, withHeard } from "../../static/talk/values.js";

const WORDS = { seasons: { S: "Spring", F: "Fall", W: "Winter" }, stages: { M: "", R: ", retreats", A: "" } };
const message = (id, conversation = "ENG-FRA", more = {}) => ({ id, conversation, speaker: "ENG", hearers: ["FRA"], ...more });
const press = (messages, more = {}) => ({ whole: false, conversations: [], promises: [], agreed: [], messages, ...more });
const ids = (value) => value.messages.map((each) => each.id);

test("what is new comes after what is known, what has changed replaces it", () => {
  const known = press([message(1), message(2)], { whole: true });
  const merged = merge(known, press([message(2, "ENG-FRA", { text: "changed" }), message(3)]));
  assert.deepEqual(ids(merged), [1, 2, 3]);
  assert.equal(merged.messages[1].text, "changed");
});

test("a whole talk that does not reach back to what is known lets it go, so that no gap is shown", () => {
  const known = press([message(1), message(2)]);
  assert.deepEqual(ids(merge(known, press([message(8), message(9)], { whole: true }))), [8, 9]);
  assert.deepEqual(ids(merge(known, press([message(2), message(3)], { whole: true }))), [1, 2, 3]);
});

test("a change older than what is loaded waits until it is asked for", () => {
  const known = press([message(10)]);
  assert.deepEqual(ids(merge(known, press([message(4)]))), [10]);
});

test("what is heard comes to what is known, counts as unread once, and never where I said it myself", () => {
  const there = { key: "ENG-FRA", unread: 2, first: 1, last: 2 };
  const known = press([message(1), message(2)], { conversations: [there], unread: 2 });
  const heard = merge(known, withHeard(known, message(3)));
  assert.deepEqual(ids(heard), [1, 2, 3]);
  assert.deepEqual([heard.unread, heard.conversations[0]], [3, { key: "ENG-FRA", unread: 3, first: 1, last: 3 }]);
  assert.equal(withHeard(heard, message(3)).unread, 3);
  assert.equal(withHeard(heard, message(4, "ENG-FRA", { mine: true })).unread, 0);
  assert.equal(withHeard(known, message(3, "FRA-GER")), null);
});

test("messages belong to their conversation", () => {
  assert.deepEqual(messagesOf(press([message(1), message(2, "FRA-GER")]), "FRA-GER").map((each) => each.id), [2]);
  assert.equal(hasEarlier(press([message(5)]), { key: "ENG-FRA", first: 2 }), true);
  assert.equal(hasEarlier(press([message(2)]), { key: "ENG-FRA", first: 2 }), false);
});

test("everybody, each other power, then groups, the latest first", () => {
  const powers = ["ENG", "FRA", "GER"];
  const names = { ENG: "England", FRA: "France", GER: "Germany" };
  const tabs = tabsOf(press([]), { me: "FRA", powers, names, started: [] });
  assert.deepEqual(tabs.map((each) => each.title), ["Everybody", "England", "Germany"]);
  assert.equal(unreadOf(press([], { conversations: [{ unread: 2 }, { unread: 3 }] })), 5);
});

test("what is due stands before what is broken, kept and void, the latest first", () => {
  const rows = [{ id: 1, state: "kept" }, { id: 2, state: "open" }, { id: 3, state: "broken" }, { id: 4, state: "open" }];
  assert.deepEqual(byUrgency(rows).map((each) => each.id), [4, 2, 3, 1]);
});

test("beside the orders stands what binds now, what is due in this phase first", () => {
  const rows = [
    { id: 1, state: "open", lasting: true }, { id: 2, state: "kept", lasting: true }, { id: 3, state: "broken", lasting: true },
    { id: 4, state: "open", lasting: false }, { id: 5, state: "kept", lasting: false }, { id: 6, state: "void", lasting: false },
  ];
  assert.deepEqual(binding(byUrgency(rows)).map((each) => each.id), [4, 1, 2]);
});

test("of orders that keep the same promise one is enough", () => {
  const agreed = [{ promise: 1, text: "A PAR - BUR", written: false }, { promise: 1, text: "A PAR - PIC", written: false }, { promise: 2, text: "F BRE H", written: false }];
  const sheet = { orders: [{ unit: "PAR", text: "A PAR - PIC" }] };
  assert.deepEqual(unwritten({ agreed }, sheet).map((each) => each.promise), [2]);
});

test("a promise of mine that my orders keep says so", () => {
  const promise = { id: 1, by: "FRA", state: "open", lasting: false };
  const agreed = [{ promise: 1, text: "A PAR - BUR" }];
  assert.deepEqual(standing(promise, "FRA", agreed, { orders: [{ text: "A PAR - BUR" }] }), ["in orders", "ok"]);
  assert.deepEqual(standing(promise, "FRA", agreed, { orders: [] }), ["due", "warn"]);
});

test("a promise that my orders break says so, and one that others broke is over", () => {
  const peace = { id: 1, by: "FRA", state: "kept", lasting: true };
  assert.deepEqual(standing(peace, "FRA", [], { orders: [], breaking: [1] }), ["your orders break it", "rose"]);
  assert.deepEqual(standing(peace, "FRA", [], { orders: [], breaking: [2] }), ["kept so far", "ok"]);
  const theirs = { id: 2, by: "ENG", state: "over", lasting: false };
  assert.deepEqual(standing(theirs, "FRA", [], { orders: [], breaking: [] }), ["over", "plain"]);
  assert.deepEqual(binding([peace, theirs]).map((each) => each.id), [1]);
});

test("a place to stay out of with a unit in it is not kept so far, and binds", () => {
  const zone = { id: 1, by: "TUR", state: "void", lasting: true };
  assert.deepEqual(standing(zone, "FRA", [], { orders: [], breaking: [] }), ["still there", "warn"]);
  assert.deepEqual(standing({ ...zone, lasting: false }, "FRA", [], { orders: [] }), ["void", "plain"]);
  assert.deepEqual(binding([zone]).map((each) => each.id), [1]);
});

test("phases, units and lists in words", () => {
  assert.equal(turnWords(WORDS, "F1902R"), "Fall 1902, retreats");
  assert.equal(unitOf("BUILD F STP/NC"), "STP");
  assert.equal(listed(["England", "France", "Italy"]), "England, France and Italy");
});

const said = (more) => message(9, "ENG-FRA", { mine: false, text: "", readback: "", ...more });

test("a bot's open proposal and questions have answers under them, nothing else has", () => {
  const labels = (chips) => chips.map((chip) => chip.label);
  const offer = said({ act: "propose", card: { can: ["accept", "counter", "reject"] } });
  assert.deepEqual(labels(chipsFor(offer, true)), ["Yes, but …", "No, because …", "Instead …"]);
  assert.deepEqual(labels(chipsFor(said({ act: "query", text: "Do you go to Burgundy?" }), true)), ["Yes", "Yes, but …", "No", "No, because …"]);
  assert.equal(labels(chipsFor(said({ act: "query", text: "Hello. What do you propose?" }), true))[0], "I want …");
  assert.deepEqual(chipsFor(offer, false), []);
  assert.deepEqual(chipsFor({ ...offer, mine: true }, true), []);
  assert.deepEqual(chipsFor(said({ act: "propose", card: { can: [] } }), true), []);
  assert.deepEqual(chipsFor(said({ act: "note", text: "Fine." }), true), []);
  assert.deepEqual(chipsFor(undefined, true), []);
});
