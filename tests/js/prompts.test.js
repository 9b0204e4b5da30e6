// Prompts of the page while orders are written.

import assert from "node:assert/strict";
import { test } from "node:test";

import { allOrdered, dueWord, example, invitation, whyNothing } from "../../static/game/prompts.js";

const options = (kind, regions = [], adjustments = 0) => ({ kind, adjustments, units: regions.map((region) => ({ region })) });
const sheet = ({ orders = [], missing = 0, adjustments = 0 } = {}) => ({ orders, adjustments, missing: Array.from({ length: missing }, () => ({})) });

test("moves: begin, go on, done", () => {
  assert.equal(invitation(options("M", ["PAR", "BRE"]), sheet({ missing: 2 }))[0], "Your move.");
  assert.equal(invitation(options("M", ["PAR", "BRE"]), sheet({ missing: 1 }))[0], "1 unit has no order.");
  assert.equal(invitation(options("M", ["PAR", "BRE"]), sheet())[0], "Every unit has its order.");
});

test("builds and removals say how many are left, and whether a center is free", () => {
  const written = [{ unit: "PAR" }];
  assert.deepEqual(invitation(options("A", ["PAR"], 1), sheet({ adjustments: 1 }))[0], "1 to build.");
  assert.match(invitation(options("A", ["PAR"], 2), sheet({ orders: written, adjustments: 1 }))[1], /No home center/);
  assert.equal(invitation(options("A", ["PAR", "BRE"], -1), sheet({ adjustments: -1 }))[0], "1 to remove.");
  assert.equal(dueWord(options("A", [], 1), sheet({ adjustments: 1 })), "Build in");
  assert.equal(dueWord(options("A", [], -1), sheet({ adjustments: -1 })), "Remove");
});

test("with all builds or removals ordered, one is to be taken back before another", () => {
  const written = [{ unit: "PAR" }];
  assert.deepEqual(invitation(options("A", ["PAR", "BRE"], 1), sheet({ orders: written })), allOrdered({ adjustments: 1 }));
  assert.match(allOrdered({ adjustments: 1 }).join(" "), /All builds are used.*take one back first/);
  assert.match(allOrdered({ adjustments: -1 }).join(" "), /All removals are ordered.*take one back first/);
});

test("a click that does nothing says why", () => {
  assert.equal(whyNothing(options("R"), "Paris"), "None of your units has to retreat from Paris.");
  assert.equal(whyNothing(options("A", [], 1), "Munich"), "You cannot build in Munich.");
  assert.equal(whyNothing(options("M"), "Munich"), "You have no unit in Munich.");
});

test("the hint shows an order of the phase", () => {
  const with_ = (kind, order) => ({ kind, adjustments: 0, units: [{ region: order.region, orders: [order] }] });
  assert.equal(example(options("M")), "");
  assert.equal(example(with_("M", { region: "CON", verb: "move", target: "BUL" })), "con - bul");
  assert.equal(example(with_("M", { region: "SMY", verb: "hold" })), "smy h");
  assert.equal(example(with_("A", { region: "SMY", verb: "build", kind: "F" })), "smy f");
  assert.equal(example(with_("A", { region: "MUN", verb: "remove", kind: "A" })), "remove mun");
  assert.equal(example(with_("R", { region: "GAL", verb: "retreat", target: "WAR" })), "gal - war");
  assert.equal(example(with_("R", { region: "GAL", verb: "disband", target: null })), "gal disbands");
});
