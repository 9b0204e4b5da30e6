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
    this.paused = null;
    this.deadline = null;
    this.skew = 0;
    this.said = null;
    this.drawn = "";
    setInterval(() => this.tick(), 1000);
  }

  // deadline, opened, now: ISO times by the server's clock; the ring is full at `opened`.
  // paused: up to when it stands still.
  set({ deadline, opened, now, title, running, paused = null }) {
    this.skew = Date.parse(now) - Date.now();
    this.deadline = running && deadline ? Date.parse(deadline) : null;
    this.length = this.deadline ? Math.max(this.deadline - Date.parse(opened ?? now), 1000) : 0;
    this.paused = paused ? Date.parse(paused) : null;
    this.title = title;
    this.running = running;
    this.tick();
  }

  // How long it is to a moment, by the server's clock.
  secondsTo(moment) {
    return (moment - Date.now() - this.skew) / 1000;
  }

  tick() {
    const still = this.paused !== null && this.secondsTo(this.paused) > 0;
    const from = still ? this.secondsTo(this.paused) : 0;
    const seconds = this.deadline === null ? null : this.secondsTo(this.deadline) - from;
    this.onTick(still ? null : seconds);
    const left = seconds === null ? 1 : Math.max(0, Math.min(1, (seconds * 1000) / this.length));
    const urgent = seconds !== null && !still && left < URGENT;
    const words = seconds === null ? (this.running ? "No deadline" : "Over") : clockWords(seconds);
    const drawn = [words, still, urgent, Math.ceil(left * 200), this.title, this.deadline].join();
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      for (const root of this.roots) {
        root.style.setProperty("--left", left.toFixed(3));
        root.classList.toggle("is-urgent", urgent);
        root.classList.toggle("is-paused", still);
        root.querySelector(".countdown-time").textContent = still ? "Paused" : words;
        const note = root.querySelector(".countdown-words");
        if (!note) continue;
        note.replaceChildren(this.title);
        const moment = still ? `goes on ${momentWords(new Date(this.paused))}, ${words} left` : `ends ${momentWords(new Date(this.deadline))}`;
        if (this.deadline) note.append(h("br"), ` ${moment}`);
      }
    }
    if (urgent && seconds > 0 && this.said !== this.deadline) {
      if (this.onUrgent(words)) this.said = this.deadline;
    }
  }
}
