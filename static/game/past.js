// Undo and redo of saved orders. A step is {unit, before, after}: order texts, null for no order.
// Kept per phase, so that a reload forgets nothing.

import { kept } from "./dom.js";

export class Past {
  constructor(key) {
    this.key = key;
    const { done = [], undone = [] } = kept.get(key) ?? {};
    this.done = done;
    this.undone = undone;
  }

  keep() {
    kept.set(this.key, { done: this.done.slice(-200), undone: this.undone });
  }

  record(step) {
    if (step.before === step.after) return;
    this.done.push(step);
    this.undone = [];
    this.keep();
  }

  // The order a step back (or forward) would give its unit: {unit, text}; null when there is none.
  undo() {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    this.keep();
    return { unit: step.unit, text: step.before, now: step.after };
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    this.keep();
    return { unit: step.unit, text: step.after, now: step.before };
  }
}
