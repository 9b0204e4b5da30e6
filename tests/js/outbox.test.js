// The outbox keeps commands without a connection and sends them in order, once.

import assert from "node:assert/strict";
import { test } from "node:test";

const shelf = new Map();
globalThis.matchMedia = () => ({ matches: false });
globalThis.localStorage = {
  getItem: (key) => shelf.get(key) ?? null,
  setItem: (key, value) => shelf.set(key, value),
  removeItem: (key) => shelf.delete(key),
};
const { Outbox, waitingWords } = await import("../../static/game/outbox.js");

const order = (text, phase = "S1901M") => ({ type: "order", phase, text });
const settled = () => new Promise((resolve) => setImmediate(resolve));

// A line that answers with `replies`, one after the other; null: the answer is lost.
function line(replies = [], status = "open") {
  const sent = [];
  const attempt = async (command) => (sent.push(command), replies.length ? replies.shift() : { type: "sheet" });
  return { sent, status, attempt, check() {} };
}

function outbox(connection, key = "box") {
  const box = { answers: [], changes: 0 };
  box.it = new Outbox({ connection, key, onChange: () => (box.changes += 1), onAnswer: (item, reply) => box.answers.push([item.command.text, reply.type]) });
  return box.it;
}

const stop = (box) => clearTimeout(box.timer);

test("a whole line answers at once and nothing is shown as waiting", async () => {
  const connection = line();
  const box = outbox(connection);
  assert.deepEqual(await box.give(order("A PAR - BUR")), { type: "sheet" });
  assert.equal(box.held.length, 0);
  assert.match(connection.sent[0].mark, /^[a-z0-9]{10,40}$/);
});

test("a lost answer is asked for again under the same mark", async () => {
  const connection = line([null, { type: "sheet", again: true }]);
  const box = outbox(connection);
  const late = [];
  assert.deepEqual(await box.give(order("A PAR - BUR"), { slot: "PAR", late: (reply) => late.push(reply) }), { type: "held" });
  assert.equal(waitingWords(box.orders[0]), "sent, no answer yet");
  box.flush();
  await settled();
  assert.deepEqual(late, [{ type: "sheet", again: true }]);
  assert.equal(connection.sent[0].mark, connection.sent[1].mark);
  assert.equal(box.items.length, 0);
  stop(box);
});

test("without a line the last word about a unit is sent once, after what was given before", async () => {
  const connection = line([], "lost");
  const box = outbox(connection);
  const late = [];
  box.give(order("A PAR - BUR"), { slot: "PAR", late: (reply) => late.push(reply.type) });
  box.give(order("A MAR - SPA"), { slot: "MAR" });
  box.give(order("A PAR - PIC"), { slot: "PAR" });
  await settled();
  assert.deepEqual(box.orders.map((item) => [item.command.text, waitingWords(item)]), [["A MAR - SPA", "not sent yet"], ["A PAR - PIC", "not sent yet"]]);
  assert.deepEqual(late, ["replaced"]);
  assert.deepEqual(connection.sent, []);
  connection.status = "open";
  box.flush();
  await settled();
  await settled();
  assert.deepEqual(connection.sent.map((each) => each.text), ["A MAR - SPA", "A PAR - PIC"]);
  stop(box);
});

test("what waits outlives the page", async () => {
  const before = outbox(line([], "lost"), "kept");
  before.give(order("A PAR - BUR"), { slot: "PAR" });
  await settled();
  stop(before);
  const connection = line();
  const heard = [];
  const after = new Outbox({ connection, key: "kept", onChange: () => {}, onAnswer: (item, reply) => heard.push([item.command.text, reply.type]) });
  assert.equal(after.orders.length, 1);
  after.flush();
  await settled();
  assert.deepEqual(heard, [["A PAR - BUR", "sheet"]]);
  assert.equal(shelf.has("kept"), false);
});

test("an order that was refused after it had to wait stays to be read until it is dropped", async () => {
  const connection = line([null, { type: "refused", code: "late", message: "Spring 1901 is over." }]);
  const box = outbox(connection, "late");
  await box.give(order("A PAR - BUR"), { slot: "PAR" });
  box.flush();
  await settled();
  const [item] = box.orders;
  assert.deepEqual([item.state, item.words], ["refused", "Spring 1901 is over."]);
  box.drop(item.mark);
  assert.equal(box.items.length, 0);
  stop(box);
});

test("what a busy site did not do is asked for again under the same mark", async () => {
  const connection = line([{ type: "refused", code: "busy", message: "Busy." }, { type: "sheet" }]);
  const box = outbox(connection);
  const late = [];
  assert.deepEqual(await box.give(order("A PAR - BUR"), { slot: "PAR", late: (reply) => late.push(reply.type) }), { type: "held" });
  box.flush();
  await settled();
  assert.deepEqual(late, ["sheet"]);
  assert.equal(connection.sent[0].mark, connection.sent[1].mark);
  stop(box);
});
