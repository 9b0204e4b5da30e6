// Rows stand still while they are pressed, and are drawn once the press is over, however it ends.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
const { still } = await import("../../static/game/press.js");

const log = /** @type {any} */ ({ contains: (node) => node === page });
const tell = (type, how = {}) => page.dispatchEvent(Object.assign(new Event(type), { button: 0, isPrimary: true, pointerId: 1, ...how }));
const drawn = [];
const draw = (what, how) => (still(log, () => drawn.push(what), how), drawn.includes(what));

function fresh(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  tell("blur");
  drawn.length = 0;
}

test("what is pressed is drawn a moment after the pointer is up", (t) => {
  fresh(t);
  tell("pointerdown");
  assert.equal(draw("first"), false);
  assert.equal(draw("second"), false);
  tell("pointerup");
  assert.deepEqual(drawn, []);
  t.mock.timers.tick(50);
  assert.deepEqual(drawn, ["second"]);
});

test("what the click draws is drawn at once", (t) => {
  fresh(t);
  tell("pointerdown");
  draw("news");
  tell("pointerup");
  tell("click");
  assert.ok(draw("the click's"));
  t.mock.timers.tick(50);
  assert.deepEqual(drawn, ["the click's"]);
});

for (const how of [{ button: 2 }, { isPrimary: false, pointerId: 2 }]) {
  test(`${JSON.stringify(how)} presses nothing`, (t) => {
    fresh(t);
    tell("pointerdown", how);
    assert.ok(draw("news"));
  });
}

test("a second finger that is up ends no press of the first", (t) => {
  fresh(t);
  tell("pointerdown");
  tell("pointerdown", { isPrimary: false, pointerId: 2 });
  tell("pointerup", { isPrimary: false, pointerId: 2 });
  t.mock.timers.tick(50);
  assert.equal(draw("news"), false);
});

test("the end of one press does not end the next", (t) => {
  fresh(t);
  tell("pointerdown");
  tell("pointerup");
  t.mock.timers.tick(20);
  tell("pointerdown");
  draw("news");
  t.mock.timers.tick(50);
  assert.deepEqual(drawn, []);
  tell("pointerup");
  t.mock.timers.tick(50);
  assert.deepEqual(drawn, ["news"]);
});

for (const end of ["contextmenu", "dragend", "blur"]) {
  test(`${end} ends a press`, (t) => {
    fresh(t);
    tell("pointerdown");
    draw("news");
    tell(end);
    assert.deepEqual(drawn, ["news"]);
  });
}

test("something else is shown at once, and nothing older after it", (t) => {
  fresh(t);
  tell("pointerdown");
  draw("news");
  assert.ok(draw("another conversation", { isOther: true }));
  tell("blur");
  assert.deepEqual(drawn, ["another conversation"]);
});
