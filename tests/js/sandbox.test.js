// The tree of a sandbox: orders lead to positions, steps back and forward, variations.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  back, childrenOf, forward, goTo, here, isTree, layout, lineOf, newTree, pruned, readMarks, reopened, resolved, shared, toggled, withNotes, withOrders,
} from "../../static/sandbox/tree.js";
import { moved, settingOf, withCenter, withTurn, withUnit } from "../../static/sandbox/setting.js";

const start = { rules: "2023", nodes: [{ parent: null, position: { phase: "S1901M" }, made: null, orders: {}, next: null }], at: 0 };
const fall = { phase: "F1901M" };
const begun = () => resolved(withOrders(newTree(start), "FRA", ["A PAR - BUR"]), fall);

test("orders that are resolved show their result, and forward leads to the next position", () => {
  const tree = begun();
  assert.equal(tree.open, false);
  assert.equal(tree.at, 0);
  const next = forward(tree);
  assert.deepEqual([next.at, next.open, here(next).position], [1, true, fall]);
  assert.equal(forward(next), next);
});

test("back leads over the result to the first position and no further", () => {
  const next = forward(begun());
  const result = back(next);
  assert.deepEqual([result.at, result.open], [0, false]);
  assert.equal(back(result), result);
  assert.deepEqual([forward(result).at, forward(result).open], [1, true]);
});

test("orders changed at an earlier position begin a variation beside the first", () => {
  const changed = withOrders(reopened(back(forward(begun()))), "FRA", ["A PAR - PIC"]);
  const tree = resolved(changed, { phase: "F1901M", units: [] });
  assert.deepEqual(childrenOf(tree, 0), [1, 2]);
  assert.equal(here(tree).next, 2);
});

test("the same orders, however they were written, lead to the same position", () => {
  const both = (texts) => resolved(withOrders(withOrders(newTree(start), "FRA", texts), "GER", []), fall);
  const tree = both(["A PAR - BUR", "F BRE H"]);
  const again = resolved(withOrders(reopened(tree), "FRA", ["F BRE H", "A PAR - BUR"]), fall);
  assert.equal(again.nodes.length, 2);
});

test("orders that are changed are those that were carried out, and back leaves them", () => {
  const tree = reopened(begun());
  assert.deepEqual([tree.open, here(tree).orders], [true, { FRA: ["A PAR - BUR"] }]);
  assert.equal(back(tree).open, false);
});

test("a tree of another shape is not taken up again", () => {
  for (const odd of [null, {}, { nodes: [] }, { nodes: [{}], at: 0, open: true }, { nodes: [{ position: {} }], at: 3, open: true }]) assert.equal(isTree(odd), false);
  assert.equal(isTree(begun()), true);
});

// Two years: S1901 -> F1901 -> W1901, a variation in the fall, and one in the spring.
function grown() {
  let tree = forward(begun());
  tree = resolved(withOrders(tree, "FRA", ["A BUR - MUN"]), { phase: "W1901A" });
  tree = resolved(withOrders(reopened(tree), "FRA", ["A BUR - BEL"]), { phase: "W1901A" });
  return resolved(withOrders(reopened(goTo(tree, 0)), "FRA", ["A PAR - PIC"]), fall);
}

test("a position of another variation is looked at, and forward leads along its line", () => {
  const tree = goTo(grown(), 2);
  assert.deepEqual([tree.at, tree.open], [2, true]);
  const first = back(back(tree));
  assert.deepEqual([first.at, forward(first).at, here(forward(first)).next], [0, 1, 2]);
});

test("the line that is looked at leads from the first position over this one to the last", () => {
  assert.deepEqual(lineOf(goTo(grown(), 1)), [0, 1, 3]);
  assert.deepEqual(lineOf(goTo(grown(), 4)), [0, 4]);
});

test("each variation is drawn in a row of its own", () => {
  assert.deepEqual(
    layout(grown()).map(({ id, column, row }) => [id, column, row]),
    [[0, 0, 0], [1, 1, 0], [2, 2, 0], [3, 2, 1], [4, 1, 2]],
  );
});

test("a variation is taken away with all that follows from it", () => {
  const tree = pruned(grown(), 1);
  assert.deepEqual(tree.nodes.map(({ parent }) => parent), [null, 0]);
  assert.deepEqual([tree.at, tree.open, here(tree).next], [0, false, 1]);
  assert.equal(pruned(tree, 0), tree);
  const alone = pruned(begun(), 1);
  assert.deepEqual([alone.at, alone.open], [0, true]);
});

test("the server is sent orders, and no position but the first", () => {
  const sent = shared(grown());
  assert.deepEqual(sent.position, { phase: "S1901M" });
  assert.deepEqual(sent.nodes[1], { parent: 0, made: { FRA: ["A PAR - BUR"] }, orders: { FRA: ["A BUR - BEL"] }, text: "", marks: [] });
});

const board = { phase: "S1901M", units: ["FRA A PAR", "GER A MUN"], centers: { FRA: ["PAR"] } };

test("a unit is placed, the same again is taken away, and a fleet goes on to the next coast", () => {
  const placed = withUnit(board, "GER", "A", "BUR", []);
  assert.deepEqual(placed.units, ["FRA A PAR", "GER A MUN", "GER A BUR"]);
  assert.deepEqual(withUnit(placed, "GER", "A", "BUR", []).units, board.units);
  const north = withUnit(board, "FRA", "F", "SPA", ["NC", "SC"]);
  const south = withUnit(north, "FRA", "F", "SPA", ["NC", "SC"]);
  assert.deepEqual([north.units.at(-1), south.units.at(-1)], ["FRA F SPA/NC", "FRA F SPA/SC"]);
  assert.deepEqual(withUnit(south, "FRA", "F", "SPA", ["NC", "SC"]).units, board.units);
  assert.deepEqual(withUnit(board, "FRA", "A", "MUN", []).units, ["FRA A PAR", "FRA A MUN"]);
});

test("a dragged unit takes the place of another, or leaves the board", () => {
  assert.deepEqual(moved(board, "PAR", "MUN", []).units, ["FRA A MUN"]);
  assert.deepEqual(moved(board, "PAR", null, []).units, ["GER A MUN"]);
  assert.equal(moved(board, "PAR", "PAR", []), board);
  assert.equal(moved(board, "BUR", "PAR", []), board);
});

test("a center changes hands, and belongs to nobody when its owner is chosen again", () => {
  assert.deepEqual(withCenter(board, "GER", "PAR").centers, { FRA: [], GER: ["PAR"] });
  assert.deepEqual(withCenter(board, "FRA", "PAR").centers, { FRA: [] });
});

test("a position of retreats is set up as the moves of its turn, and winters are for builds", () => {
  assert.equal(settingOf({ ...board, phase: "F1902R", dislodged: [{}] }).phase, "F1902M");
  assert.equal(withTurn(board, "W", 1905).phase, "W1905A");
});

const places = { PAR: {}, BUR: {}, MUN: {} };

test("comments and marks belong to the position that is looked at, and are kept", () => {
  const tree = withNotes(forward(withNotes(begun(), { text: "Why not?" })), { marks: ["PAR - BUR"] });
  assert.deepEqual(shared(tree).nodes.map(({ text, marks }) => [text, marks]), [["Why not?", []], ["", ["PAR - BUR"]]]);
});

test("arrows and circles are read from a text, and what names no place is left out", () => {
  assert.deepEqual(readMarks("par-bur, MUN; par - xxx\nPAR - PAR, MUN, , go home, PAR - BUR - MUN", places), ["PAR - BUR", "MUN", "PAR"]);
  assert.deepEqual(readMarks("", places), []);
});

test("a mark drawn once more is taken away", () => {
  assert.deepEqual(toggled(["PAR"], "MUN"), ["PAR", "MUN"]);
  assert.deepEqual(toggled(["PAR", "MUN"], "PAR"), ["MUN"]);
});
