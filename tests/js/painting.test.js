import assert from "node:assert/strict";
import test from "node:test";

import { HOLDERS, act, begin, choices, odds, propose } from "../../static/research/painting_rules.js";

/** Asks both for the same and lets them act; chance is never asked. */
function together(world, legs, arms) {
  for (const holder of HOLDERS) ({ world } = propose(world, holder, { legs, arms }));
  return act(world, () => 0).world;
}

test("of all plans one in fifteen keeps the painting whole", () => {
  assert.deepEqual(odds(begin()), { plans: 225, whole: 15 });
});

test("each agreement leaves fewer plans and more of them whole", () => {
  let { world } = propose(begin(), "bep", { legs: "right", arms: "raise" });
  assert.deepEqual(odds(world), { plans: 15, whole: 1 });
  ({ world } = propose(world, "joan", { legs: "right", arms: "raise" }));
  assert.deepEqual(odds(world), { plans: 1, whole: 1 });
});

test("agreed step by step it hangs after four moves", () => {
  let world = begin();
  for (const [legs, arms] of [["right", "raise"], ["right", "keep"], ["wall", "keep"]]) world = together(world, legs, arms);
  assert.equal(world.end, "");
  world = together(world, "wall", "keep");
  assert.deepEqual([world.end, world.moves], ["hung", 4]);
});

test("with arms too low it does not hang", () => {
  let world = begin();
  for (const legs of ["right", "right", "wall", "wall"]) world = together(world, legs, "keep");
  assert.equal(world.end, "");
});

test("commitments that do not fit drop it", () => {
  let { world } = propose(begin(), "bep", { legs: "left", arms: "keep" });
  ({ world } = propose(world, "joan", { legs: "right", arms: "keep" }));
  assert.equal(odds(world).whole, 0);
  assert.equal(act(world, Math.random).world.end, "fallen");
});

const refusals = [
  [{ legs: null, arms: null }, "You ask for nothing."],
  [{ legs: "stay", arms: null }, "I have promised my legs otherwise."],
  [{ legs: null, arms: "raise" }, "My arms do not go higher."],
];
for (const [asked, why] of refusals) {
  test(`refused: ${why}`, () => {
    const { world } = propose(together(begin(), "stay", "raise"), "joan", { legs: "left", arms: null });
    const answer = propose(world, "joan", asked);
    assert.deepEqual([answer.accepted, answer.why, answer.world], [false, why, world]);
  });
}

test("nobody walks through the wall", () => {
  let world = begin();
  for (let step = 0; step < 2; step += 1) world = together(world, "wall", "keep");
  assert.equal(propose(world, "bep", { legs: "wall", arms: null }).why, "There is the wall.");
  assert.ok(choices(world, "bep").every(({ legs }) => legs !== "wall"));
});

test("commitments last for one move", () => {
  const world = together(begin(), "left", "keep");
  assert.deepEqual(world.agreed, begin().agreed);
});
