// Moments in words by the calendar, also in nights in which the clocks change.

import assert from "node:assert/strict";
import { test } from "node:test";

process.env.TZ = "Europe/Berlin";
const { clockWords, momentWords } = await import("../../static/time.js");

const CASES = [
  ["the same day", "2026-07-01T10:00", "2026-07-01T20:00", "today at 20:00"],
  ["tomorrow", "2026-07-01T23:59", "2026-07-02T0:30", "tomorrow at 0:30"],
  ["late on a day of 25 hours", "2026-10-25T00:30", "2026-10-25T23:30", "today at 23:30"],
  ["the day after one of 25 hours", "2026-10-25T00:30", "2026-10-26T00:15", "tomorrow at 0:15"],
  ["two days on, over one of 23 hours", "2027-03-28T00:30", "2027-03-30T00:15", "Tuesday 0:15"],
  ["a week on", "2026-07-01T10:00", "2026-07-08T10:00", "8 July 10:00"],
];

for (const [name, now, moment, words] of CASES) {
  test(`${name}: ${words}`, () => {
    const local = (text) => new Date(...text.split(/[-T:]/).map((part, at) => Number(part) - Number(at === 1)));
    assert.equal(momentWords(local(moment), local(now)), words);
  });
}

test("what is left, in words", () => {
  assert.deepEqual([0, 42, 61, 3600, 90000].map(clockWords), ["now", "42 s", "1 min 1 s", "1 h", "1 day 1 h"]);
});
