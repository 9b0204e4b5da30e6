// Undo and redo of saved orders. An act is a list of steps {unit, before, after}: order texts, null for no order.
// Kept per phase, so that a reload forgets nothing.

import { kept } from "./dom.js";

/** @typedef {{unit: string, before: string | null, after: string | null}} Step */
/** @typedef {{unit: string, text: string | null}} Travel one unit, a step back or forward */

export class Past {
  /** @param {string} key of what is kept */
  constructor(key) {
    this.key = key;
    const { done = [], undone = [] } = kept.get(key) ?? {};
    /** @type {Step[][]} */
    this.done = done;
    /** @type {Step[][]} */
    this.undone = undone;
  }

  keep() {
    kept.set(this.key, { done: this.done.slice(-200), undone: this.undone });
  }

  /** One act: an order, or all that were written at once. @param {Step[]} steps */
  record(steps) {
    const act = steps.filter((step) => step.before !== step.after);
    if (!act.length) return;
    this.done.push(act);
    this.undone = [];
    this.keep();
  }

  // The orders that the last act's units had before it; none when nothing is left.
  /** @returns {Travel[]} */
  undo() {
    const act = this.done.pop();
    if (!act) return [];
    this.undone.push(act);
    this.keep();
    return [...act].reverse().map(({ unit, before }) => ({ unit, text: before }));
  }

  /** @returns {Travel[]} */
  redo() {
    const act = this.undone.pop();
    if (!act) return [];
    this.done.push(act);
    this.keep();
    return act.map(({ unit, after }) => ({ unit, text: after }));
  }
}
