// The countdown: a ring that empties and the time left in words, from the server's clock.

import { h } from "./dom.js";
import { clockWords, momentWords } from "../time.js";

const URGENT = 0.1; // the share of a phase that is left when it becomes urgent

export class Clock {
  constructor(roots, { onUrgent }) {
    this.roots = roots;
    this.onUrgent = onUrgent;
    this.deadline = null;
    this.skew = 0;
    this.said = null;
    this.drawn = "";
    setInterval(() => this.tick(), 1000);
  }

  // deadline, opened, now: ISO times by the server's clock; the ring is full at `opened`.
  set({ deadline, opened, now, title, running }) {
    this.skew = Date.parse(now) - Date.now();
    this.deadline = running && deadline ? Date.parse(deadline) : null;
    this.length = this.deadline ? Math.max(this.deadline - Date.parse(opened ?? now), 1000) : 0;
    this.title = title;
    this.running = running;
    this.tick();
  }

  tick() {
    const seconds = this.deadline === null ? null : (this.deadline - Date.now() - this.skew) / 1000;
    const left = seconds === null ? 1 : Math.max(0, Math.min(1, (seconds * 1000) / this.length));
    const urgent = seconds !== null && left < URGENT;
    const words = seconds === null ? (this.running ? "No deadline" : "Over") : clockWords(seconds);
    const drawn = [words, urgent, Math.ceil(left * 200), this.title, this.deadline].join();
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      for (const root of this.roots) {
        root.style.setProperty("--left", left.toFixed(3));
        root.classList.toggle("is-urgent", urgent);
        root.querySelector(".countdown-time").textContent = words;
        const note = root.querySelector(".countdown-words");
        if (!note) continue;
        note.replaceChildren(this.title);
        if (this.deadline) note.append(h("br"), `ends ${momentWords(new Date(this.deadline))}`);
      }
    }
    if (urgent && this.said !== this.deadline) {
      this.said = this.deadline;
      this.onUrgent(words);
    }
  }
}
