// The countdown: a ring that empties and the time left in words, from the server's clock.

import { h } from "./dom.js";
import { clockWords, momentWords } from "../time.js";

const URGENT = 0.1; // the share of a phase that is left when it becomes urgent

export class Clock {
  /**
   * onUrgent is called every second near the end, until it says that somebody was told; onTick every second, with null where no time runs.
   * @param {HTMLElement[]} roots
   * @param {{onUrgent: (left: string) => boolean, onTick: (seconds: number | null) => void}} calls
   */
  constructor(roots, { onUrgent, onTick }) {
    this.roots = roots;
    this.onUrgent = onUrgent;
    this.onTick = onTick;
    /** @type {number | null} */
    this.paused = null;
    /** @type {number | null} */
    this.deadline = null;
    this.skew = 0;
    /** @type {number | null} the deadline of which somebody was told */
    this.said = null;
    this.length = 0;
    this.title = "";
    this.running = false;
    this.drawn = "";
    setInterval(() => this.tick(), 1000);
  }

  // deadline, opened, now: ISO times by the server's clock; the ring is full at `opened`.
  // paused: up to when it stands still.
  /** @param {{deadline: string | null, opened: string | null, now: string, title: string, running: boolean, paused?: string | null}} game */
  set({ deadline, opened, now, title, running, paused = null }) {
    this.skew = Date.parse(now) - Date.now();
    this.deadline = running && deadline ? Date.parse(deadline) : null;
    this.length = this.deadline ? Math.max(this.deadline - Date.parse(opened ?? now), 1000) : 0;
    this.paused = paused ? Date.parse(paused) : null;
    this.title = title;
    this.running = running;
    this.tick();
  }

  // Time until a moment, by the server's clock.
  /** @param {number} moment */
  secondsTo(moment) {
    return (moment - Date.now() - this.skew) / 1000;
  }

  tick() {
    const { deadline } = this;
    const paused = this.paused !== null && this.secondsTo(this.paused) > 0 ? this.paused : null;
    const still = paused !== null;
    const from = still ? this.secondsTo(paused) : 0;
    const seconds = deadline === null ? null : this.secondsTo(deadline) - from;
    this.onTick(still ? null : seconds);
    const left = seconds === null ? 1 : Math.max(0, Math.min(1, (seconds * 1000) / this.length));
    const urgent = seconds !== null && !still && left < URGENT;
    const words = seconds === null ? (this.running ? "No deadline" : "Over") : clockWords(seconds);
    const drawn = [words, still, urgent, Math.ceil(left * 200), this.title, deadline].join();
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      for (const root of this.roots) {
        root.style.setProperty("--left", left.toFixed(3));
        root.classList.toggle("is-urgent", urgent);
        root.classList.toggle("is-paused", still);
        const time = root.querySelector(".countdown-time");
        if (time) time.textContent = still ? "Paused" : words;
        const note = root.querySelector(".countdown-words");
        if (!note) continue;
        note.replaceChildren(this.title);
        if (!deadline) continue;
        const moment = still ? `goes on ${momentWords(new Date(paused))}, ${words} left` : `ends ${momentWords(new Date(deadline))}`;
        note.append(h("br"), ` ${moment}`);
      }
    }
    if (urgent && seconds > 0 && this.said !== deadline) {
      if (this.onUrgent(words)) this.said = deadline;
    }
  }
}
