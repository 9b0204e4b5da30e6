// The phases of a game as they are fetched.

import assert from "node:assert/strict";
import { test } from "node:test";

import { follows, Phases } from "../../static/game/phases.js";

test("a phase that is over is fetched once, one that is played each time", async () => {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    const name = address.split("/").at(-1);
    return { ok: true, json: async () => ({ name, status: name === "S1901M" ? "resolved" : "open" }) };
  };
  const phases = new Phases("/phases/PHASE");
  for (const name of ["S1901M", "S1901M", "F1901M", "F1901M"]) assert.equal((await phases.fetch(name)).name, name);
  assert.deepEqual(asked, ["/phases/S1901M", "/phases/F1901M", "/phases/F1901M"]);
  phases.clear();
  await phases.fetch("S1901M");
  assert.equal(asked.length, 4);
});

test("a phase that cannot be loaded is an error", async () => {
  globalThis.fetch = async () => ({ ok: false, status: 503 });
  await assert.rejects(new Phases("/phases/PHASE").fetch("S1901M"), /503/);
});

test("only the next phase follows", () => {
  const phases = ["S1901M", "F1901M", "W1901A"].map((name) => ({ name }));
  assert.equal(follows(phases, "S1901M", "F1901M"), true);
  assert.equal(follows(phases, "S1901M", "W1901A"), false);
});

test("the board that came with a state is shown once, and only while its phase is played", async () => {
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return { ok: true, json: async () => ({ name: "fetched", status: "open" }) };
  };
  const phases = new Phases("/phases/PHASE");
  phases.take("F1901M", { name: "F1901M", status: "open" });
  assert.equal((await phases.fetch("F1901M")).name, "F1901M");
  assert.equal(asked, 0);
  assert.equal((await phases.fetch("F1901M")).name, "fetched");
  phases.take("F1901M", { name: "F1901M", status: "open" });
  phases.take("F1901M");
  assert.ok(phases.sent);
  phases.take("W1901A");
  assert.equal(phases.sent, null);
  phases.take("W1901A", { name: "W1901A", status: "open" });
  phases.clear();
  assert.equal((await phases.fetch("W1901A")).name, "fetched");
});
