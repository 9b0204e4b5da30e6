// The grammar of an order made by clicks, on boards and legal orders as the server sends them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { aims, back, chooseCoast, chooseVerb, click, coasts, due, lit, newDraft, orderWords, prepare, province, reach, read, spent, unitAt, VERBS, verbsOf } from "../../static/game/grammar.js";

const boards = JSON.parse(readFileSync(new URL("./options.json", import.meta.url), "utf-8"));
const board = (name) => prepare(boards[name]);
const chosen = (options, region, ...places) => {
  let step = { draft: newDraft(region) };
  for (const place of places) step = place in VERBS ? chooseVerb(options, step.draft, place) : click(options, step.draft, place);
  return step;
};

test("a unit and a province mean a move", () => {
  assert.equal(chosen(board("opening"), "PAR", "BUR").order.text, "A PAR - BUR");
});

test("a support is the unit, S, the unit helped and where it goes", () => {
  const options = board("opening");
  assert.equal(chosen(options, "PAR", "support", "MAR", "BUR").order.text, "A PAR S A MAR - BUR");
});

test("the helped unit clicked twice is helped to hold", () => {
  const { order } = chosen(board("convoys"), "NTH", "support", "LON", "LON");
  assert.equal(order.text, "F NTH S A LON");
});

test("a hold needs no place", () => {
  assert.equal(chosen(board("opening"), "BRE", "hold").order.text, "F BRE H");
});

test("the unit clicked again takes its order back", () => {
  assert.deepEqual(chosen(board("opening"), "PAR", "PAR"), { draft: null, cancel: "PAR" });
});

test("a fleet before a province of two coasts is asked which", () => {
  const options = board("coasts");
  const { draft } = chosen(options, "MAO", "SPA");
  const found = coasts(options, draft).map((order) => order.target);
  assert.deepEqual(found.sort(), ["SPA/NC", "SPA/SC"]);
  assert.equal(chooseCoast(options, draft, "SPA/NC").order.text, "F MAO - SPA/NC");
});

test("a place that cannot be reached gives the order for the server to explain", () => {
  assert.equal(chosen(board("opening"), "PAR", "MOS").why, "A PAR - MOS");
});

test("another unit of mine clicked instead is chosen instead", () => {
  assert.equal(chosen(board("opening"), "PAR", "MAR").draft.region, "MAR");
});

test("every step back takes one choice away, and the last one all", () => {
  let { draft } = chosen(board("opening"), "PAR", "support", "MAR");
  const seen = [];
  while (draft) {
    draft = back(draft);
    seen.push(draft && [draft.verb, draft.subject]);
  }
  assert.deepEqual(seen, [["support", null], [null, null], null]);
});

test("in winter a home center offers an army and, by the sea, a fleet", () => {
  const options = board("builds");
  assert.deepEqual(verbsOf(options, newDraft("MOS")), ["army"]);
  assert.equal(chosen(options, "MOS", "army").order.text, "BUILD A MOS");
  assert.ok(verbsOf(options, newDraft(unitAt(options, "SEV").region)).includes("fleet"));
});

test("retreats are clicked like moves", () => {
  assert.equal(chosen(board("retreat"), "VEN", "PIE").order.text, "A VEN - PIE");
});

test("where a single unit must retreat, a click on a place it may go to sends it there", () => {
  const options = board("retreat");
  assert.equal(options.units.length, 1);
  assert.equal(click(options, null, "PIE").order.text, "A VEN - PIE");
  assert.equal(click(options, null, "MOS").nothing, "MOS");
  const two = { ...options, units: [...options.units, { ...options.units[0], region: "ROM" }] };
  assert.equal(click(two, null, "PIE").nothing, "PIE");
});

test("a support to hold is asked for only where it is legal", () => {
  const asked = (name, ...places) => read(board(name), chosen(board(name), ...places).draft, { MAR: "Marseilles", LON: "London" }, () => "A")[1];
  assert.equal(asked("convoys", "NTH", "support", "LON"), "Click where it goes, or London again to hold it there.");
  assert.equal(asked("opening", "PAR", "support", "MAR"), "Click where it goes.");
});

test("once all builds are ordered, only those places are offered", () => {
  const sheet = (units, adjustments) => ({ adjustments, orders: units.map((unit) => ({ unit })) });
  assert.equal(spent(board("builds"), sheet(["MOS"], 0), "SEV"), true);
  assert.equal(spent(board("builds"), sheet(["MOS"], 0), "MOS"), false);
  assert.equal(spent(board("builds"), sheet(["MOS"], 1), "SEV"), false);
  assert.equal(spent(board("opening"), sheet([], 0), "PAR"), false);
});

for (const [name, given] of Object.entries(boards)) {
  test(`every legal order can be reached by clicks: ${name}`, () => {
    const options = prepare(given);
    for (const unit of options.units) {
      for (const order of unit.orders) assert.ok(order.verbs.some((verb) => reached(options, unit, order, verb)), order.text);
    }
  });
}

function reached(options, unit, order, verb) {
  let step = chooseVerb(options, newDraft(unit.region), verb);
  if (!step.order && order.subject) step = click(options, step.draft, province(order.subject));
  if (!step.order && step.draft.target === null) {
    const place = province(order.target ?? order.subject ?? order.region);
    assert.ok(lit(options, step.draft).includes(place), `${order.text}: ${place} is not lit`);
    step = click(options, step.draft, place);
  }
  if (!step.order) step = chooseCoast(options, step.draft, order.target ?? order.region);
  return step.order?.text === order.text;
}

const notation = JSON.parse(readFileSync(new URL("../adjudication/cases/notation.json", import.meta.url), "utf-8"));
const places = Object.fromEntries(Object.entries(notation.names).map(([code, name]) => [code, { name }]));
for (const { kind, order, words, on_its_way: onItsWay = words } of notation.orders) {
  test(`the text of an order says what its unit does: ${kind} ${order}`, () => assert.equal(orderWords(order, places), onItsWay));
}

test("a place without a name is called by its code", () => {
  assert.equal(orderWords("F NTH C A LON - NWY", { NWY: { name: "Norway" } }), "convoys LON to Norway");
});

test("due are units without an order, and where builds or removals may still go", () => {
  const sheet = (units, adjustments) => ({ adjustments, orders: units.map((unit) => ({ unit })) });
  assert.deepEqual(due(board("opening"), sheet(["PAR"], 0)), ["MAR", "BRE"]);
  assert.deepEqual(due(board("retreat"), sheet([], 0)), ["VEN"]);
  assert.deepEqual(due(board("builds"), sheet([], 3)), ["MOS", "SEV", "STP"]);
  assert.deepEqual(due(board("builds"), sheet(["MOS", "WAIVE 1"], 1)), ["SEV", "STP"]);
  assert.deepEqual(due(board("builds"), sheet(["MOS"], 0)), []);
  assert.deepEqual(due(board("removals"), sheet(["BUL"], -1)), ["CON", "AEG"]);
});

test("builds and removals are asked for in their own words", () => {
  const asked = (name) => read(board(name), newDraft(board(name).units[0].region), {}, () => "")[1];
  assert.equal(asked("builds"), "Choose what to build.");
  assert.equal(asked("removals"), "Choose Remove, or another unit.");
  assert.match(asked("opening"), /to move there/);
  assert.match(asked("retreat"), /to retreat there/);
});

test("the reach of my units is where they stand and may go, without supports", () => {
  const places = reach(board("opening"));
  for (const place of ["PAR", "BUR", "SPA", "MAO"]) assert.ok(places.includes(place), place);
  assert.ok(!places.includes("MUN"));
});

test("a map shows where a unit may go, and of units to be helped only my own", () => {
  const opening = board("opening");
  const paris = newDraft("PAR");
  assert.ok(aims(opening, paris).includes("BUR"));
  const helped = aims(opening, { ...paris, verb: "support" });
  assert.ok(helped.includes("MAR") && !helped.includes("MUN"), helped.join(" "));
});
