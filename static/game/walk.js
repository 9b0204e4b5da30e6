// Phases that went by are seen one after the other: those in which I had nothing to decide, and those that passed while
// the page was closed. A click on the map, Escape or Skip goes to the present one at once.

import { byId, calm, lasting, within } from "./dom.js";
import { toast } from "./notices.js";

const STEP_MS = 1500;
const SINCE_MS = 2400; // nobody waits for a phase that went by while I was away: time to read

export class Walk {
  // names: of all phases, oldest first; shown: the one on the board; mine: whether I decide anything in it;
  // show(name): shows a phase, and says whether it could.
  /**
   * @param {{key: string | null, names: () => string[], shown: () => string, mine: () => boolean, show: (name: string) => Promise<boolean>}} parts
   *   key: under which it is kept what was seen; null where nothing is
   */
  constructor({ key, names, shown, mine, show }) {
    this.key = key;
    this.names = names;
    this.shown = shown;
    this.mine = mine;
    this.show = show;
    this.on = false;
    this.wake = () => {};
    this.shownAt = -Infinity;
    this.bar = byId("walk");
    byId("walk-skip").addEventListener("click", () => this.skip());
    byId("map").addEventListener("pointerdown", (event) => this.on && !within(event, "[data-overlay]") && this.skip());
    document.addEventListener("keydown", (event) => this.on && event.key === "Escape" && this.skip());
  }

  // A phase is on the board: it has been seen, and those before it. One in which I decide need not be looked at longer.
  /** @param {string} name */
  see(name) {
    this.shownAt = this.mine() ? -Infinity : performance.now();
    const names = this.names();
    if (this.key && names.indexOf(name) > names.indexOf(lasting.get(this.key))) lasting.set(this.key, name);
  }

  // If the page opens at the current phase, walk from the last one seen.
  async begin() {
    const names = this.names();
    const seen = names.indexOf(this.key ? lasting.get(this.key) : null);
    const missed = names.length - 1 - seen;
    if (seen < 0 || missed === 0) this.see(this.shown());
    else if (calm.matches) {
      this.see(this.shown());
      const words = missed === 1 ? "A phase has passed" : `${missed} phases have passed`;
      toast(`${words} since you were here.`, { label: "Show", run: () => this.show(names[seen]) });
    } else {
      this.start("Since you were here");
      if (await this.show(names[seen])) await this.steps(SINCE_MS);
      this.end();
    }
  }

  // A phase has begun. What is on the board is seen for a moment before the next takes its place.
  async follow() {
    if (this.on) return; // the walk finds it by itself
    this.start("");
    await this.steps(STEP_MS);
    this.end();
  }

  /** @param {number} pace */
  async steps(pace) {
    for (;;) {
      const names = this.names();
      const next = names[names.indexOf(this.shown()) + 1];
      if (!this.on || !next) return;
      const left = this.shownAt + pace - performance.now();
      // The bar comes only where there is something to wait for.
      this.bar.hidden = left <= 0 && next === names.at(-1);
      if (left > 0) await this.pause(left);
      if (!this.on || !(await this.reach(next, pace))) return;
    }
  }

  // Show a phase. One that loads so slowly that others have followed meanwhile is left out.
  /** @param {string} name @param {number} pace @returns {Promise<boolean>} */
  async reach(name, pace) {
    const reached = this.show(name);
    for (;;) {
      const shown = await Promise.race([reached, this.pause(pace)]);
      const last = this.names().at(-1);
      if (shown !== undefined) return shown;
      if (this.on && last && last !== name) return this.show(last);
    }
  }

  /** @param {number} length @returns {Promise<undefined>} */
  pause(length) {
    return new Promise((done) => {
      this.wake = () => done(undefined);
      setTimeout(this.wake, length);
    });
  }

  /** @param {string} words */
  start(words) {
    this.on = true;
    byId("walk-words").textContent = words;
    this.bar.hidden = !words;
  }

  // Somebody takes the board in hand: it stays as they want it.
  end() {
    this.on = false;
    this.bar.hidden = true;
    this.wake();
  }

  skip() {
    this.end();
    const last = this.names().at(-1);
    if (last && this.shown() !== last) this.show(last);
  }
}
