// Completions and the marked parts of a text, as values.

import assert from "node:assert/strict";
import { test } from "node:test";

import { carried, insertion, isBegun, namesIn, pieces, placed, placesOf, still, typedBefore } from "../../static/talk/completing.js";

const word = (text, start) => ({ text, start, kind: "word", place: "", power: "" });
const mark = (start, end, more = {}) => ({ start, end, kind: "place", place: "PAR", power: "FRA", unread: false, ...more });
const texts = (words) => words.map((each) => each.text);

test("something is offered at the end of a word or a text, not within a word nor over a selection", () => {
  assert.equal(typedBefore("will you", 8, 8), "will you");
  assert.equal(typedBefore("will you", 4, 4), "will");
  assert.equal(typedBefore("will you", 5, 5), null);
  assert.equal(typedBefore("will you", 2, 2), null);
  assert.equal(typedBefore("will you", 0, 8), null);
  assert.equal(typedBefore("", 0, 0), "");
});

test("what is taken stands in place of what was begun, or after a blank", () => {
  for (const [before, taken, wanted] of [
    ["will you sup", word("support", 9), "will you support"],
    ["will you", word("support", 8), "will you support"],
    ["will you ", word("support", 9), "will you support"],
    ["", word("Let's make peace", 0), "Let's make peace"],
    ["sup", word("Can you support me into", 0), "Can you support me into"],
  ]) {
    assert.equal(before.slice(0, taken.start) + insertion(before, taken), wanted);
  }
});

test("Tab takes what is begun, and moves on after a whole sentence or in an empty field", () => {
  assert.equal(isBegun("will you sup", [word("support", 9)], ""), true);
  assert.equal(isBegun("will you ", [word("support", 9)], ""), true);
  assert.equal(isBegun("support me into", [word("Wales", 15)], "Where?"), true);
  assert.equal(isBegun("Let's make peace", [word("with", 16)], ""), false);
  assert.equal(isBegun("Let's make peace. ", [word("Yes", 18)], ""), false);
  assert.equal(isBegun("", [word("Let's make peace", 0)], ""), false);
  assert.equal(isBegun(" ", [word("Let's make peace", 1)], ""), false);
  assert.equal(isBegun("will you ", [], ""), false);
});

test("while the answer is on its way those stay that go on with what is typed", () => {
  const words = [word("support", 9), word("stay out of", 9)];
  assert.deepEqual(texts(still(words, "will you s", "will you su")), ["support"]);
  assert.deepEqual(still(words, "will you s", "will you support"), []);
  assert.deepEqual(still(words, "will you s", "will yo"), []);
  assert.deepEqual(still([word("support", 8)], "will you", "will you "), [word("support", 9)]);
  assert.deepEqual(texts(still([word("Burgundy", 5)], "go to", "go to bur")), ["Burgundy"]);
});

test("marks keep to their words while the text around them changes", () => {
  const [paris, kiel] = [mark(0, 5), mark(9, 13)];
  const text = "Paris or Kiel";
  assert.deepEqual(carried([paris, kiel], text, "Paris and Kiel"), [paris, mark(10, 14)]);
  assert.deepEqual(carried([paris, kiel], text, "Paris or Kiel."), [paris, kiel]);
  assert.deepEqual(carried([paris, kiel], text, "Paris or Kiels"), [paris]);
  assert.deepEqual(carried([paris, kiel], text, "to Paris or Kiel"), [mark(3, 8), mark(12, 16)]);
  assert.deepEqual(carried([paris, kiel], text, "Pars or Kiel"), [mark(8, 12)]);
  assert.deepEqual(carried([paris, kiel], text, ""), []);
});

test("a text was read without the blanks about it", () => {
  assert.deepEqual(placed([mark(0, 5)], "  Paris "), [mark(2, 7)]);
});

test("the pieces of a text are the text, whatever the marks", () => {
  const whole = (text, marks) => pieces(text, marks).map((each) => each.text).join("");
  assert.deepEqual(
    pieces("to Paris now", [mark(3, 8)]).map(({ text, stretch }) => [text, Boolean(stretch)]),
    [["to ", false], ["Paris", true], [" now", false]],
  );
  for (const marks of [[], [mark(0, 5)], [mark(0, 9), mark(3, 8)], [mark(7, 99)], [mark(0, 12)]]) {
    assert.equal(whole("to Paris now", marks), "to Paris now");
  }
  assert.deepEqual(pieces("", []), []);
});

test("among people names are marked, and nothing for not being read", () => {
  const unread = [mark(0, 5, { unread: true }), mark(6, 9, { kind: "words", place: "", power: "", unread: true })];
  assert.deepEqual(namesIn(unread), [mark(0, 5)]);
});

test("provinces named are lit once each, in the colour of whose they are", () => {
  const named = [mark(0, 5), mark(6, 9, { place: "", power: "GER" }), mark(12, 15, { place: "BUR", power: "" })];
  assert.deepEqual(placesOf(named), { PAR: "FRA", BUR: "" });
});
