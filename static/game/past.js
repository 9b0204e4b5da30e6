// Undo and redo of saved orders. A step is {unit, before, after}: order texts, null for no order.
// Kept per phase, so that a reload forgets nothing.

import { kept } from "./dom.js";

/** @typedef {{unit: string, before: string | null, after: string | null}} Step */
/** @typedef {{unit: string, text: string | null, now: string | null}} Travel one step back or forward */

export class Past {
  /** @param {string} key of what is kept */
  constructor(key) {
    this.key = key;
    const { done = [], undone = [] } = kept.get(key) ?? {};
    /** @type {Step[]} */
    this.done = done;
    /** @type {Step[]} */
    this.undone = undone;
  }

  keep() {
    kept.set(this.key, { done: this.done.slice(-200), undone: this.undone });
  }

  /** @param {Step} step */
  record(step) {
    if (step.before === step.after) return;
    this.done.push(step);
    this.undone = [];
    this.keep();
  }

  // The order a step back (or forward) would give its unit: {unit, text}; null when there is none.
  /** @returns {Travel | null} */
  undo() {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    this.keep();
    return { unit: step.unit, text: step.before, now: step.after };
  }

  /** @returns {Travel | null} */
  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    this.keep();
    return { unit: step.unit, text: step.after, now: step.before };
  }
}
