// Conversations of several: one is begun by picking who is in it, and kept until something is said there.

import { byId, details, findAll, form, kept } from "../game/dom.js";
import { keyOf } from "./values.js";

export class Groups {
  /** @param {{slug: string, me: string | null, onBegin: (key: string) => void}} parts */
  constructor({ slug, me, onBegin }) {
    this.keep = `talk-groups:${slug}`;
    this.me = me;
    this.onBegin = onBegin;
    /** @type {string[]} the keys of those that were begun */
    this.started = kept.get(this.keep) ?? [];
    byId("group-form").addEventListener("submit", (event) => (event.preventDefault(), this.begin()));
  }

  begin() {
    const chosen = findAll(byId("group-form"), "input:checked").map((each) => /** @type {HTMLInputElement} */ (each).value);
    details("group-menu").open = false;
    form("group-form").reset();
    if (!chosen.length) return;
    const key = keyOf([this.me ?? "", ...chosen]);
    if (!this.started.includes(key)) {
      this.started = [...this.started, key];
      kept.set(this.keep, this.started);
    }
    this.onBegin(key);
  }
}
