// The slider over all phases, with a mark for each and the keys and buttons that step through them.

import { button, byId, h, input } from "./dom.js";

const PLAY_MS = 1700;

/** @import {PhaseFacts} from "../wire.d.ts" */

export class Timeline {
  /** @param {{onGo: (name: string) => void}} parts */
  constructor({ onGo }) {
    this.onGo = onGo;
    /** @type {PhaseFacts[]} */
    this.phases = [];
    /** @type {string | null} */
    this.shown = null;
    this.input = input("timeline");
    this.marks = byId("timeline-marks");
    this.label = byId("timeline-label");
    this.play = button("play");
    this.timer = 0;
    this.input.addEventListener("input", () => this.go(this.phases[Number(this.input.value)]?.name));
    byId("first").addEventListener("click", () => this.step("first"));
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("next").addEventListener("click", () => this.step(1));
    byId("latest").addEventListener("click", () => this.step("last"));
    this.play.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
  }

  get index() {
    return this.phases.findIndex((phase) => phase.name === this.shown);
  }

  get latest() {
    return this.phases.at(-1)?.name ?? null;
  }

  /** @param {PhaseFacts[]} phases @param {string} shown */
  set(phases, shown) {
    const names = (/** @type {PhaseFacts[]} */ each) => each.map((phase) => phase.name).join();
    const grown = names(phases) !== names(this.phases);
    this.phases = phases;
    if (grown) this.drawMarks();
    this.at(shown);
  }

  /** @param {string} shown */
  at(shown) {
    this.shown = shown;
    const { index } = this;
    const phase = this.phases[index];
    this.input.max = String(this.phases.length - 1);
    this.input.value = String(index);
    this.input.setAttribute("aria-valuetext", phase?.title ?? "");
    this.label.textContent = phase?.title ?? "";
    const last = index === this.phases.length - 1;
    for (const id of ["first", "previous"]) button(id).disabled = index <= 0;
    for (const id of ["next", "latest"]) button(id).disabled = last;
    this.input.disabled = this.phases.length < 2;
    this.play.disabled = this.phases.length < 2;
    for (const [each, mark] of [...this.marks.children].entries()) mark.classList.toggle("is-now", each === index);
    if (last) this.stop();
  }

  drawMarks() {
    const span = Math.max(this.phases.length - 1, 1);
    this.marks.replaceChildren(
      ...this.phases.map((phase, index) =>
        h("span", {
          class: `mark mark-${phase.kind}`,
          style: { "--at": String(index / span) },
          title: phase.title,
        }),
      ),
    );
  }

  /** @param {number | "first" | "last"} by */
  step(by) {
    const index = by === "first" ? 0 : by === "last" ? this.phases.length - 1 : this.index + by;
    const phase = this.phases[index];
    if (phase && phase.name !== this.shown) this.go(phase.name);
  }

  /** @param {string | undefined} name */
  go(name) {
    if (name && name !== this.shown) this.onGo(name);
  }

  start() {
    if (this.index === this.phases.length - 1) this.step("first");
    this.play.setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => this.step(1), PLAY_MS);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.setAttribute("aria-pressed", "false");
  }
}
