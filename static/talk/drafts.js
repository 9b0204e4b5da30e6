// Drafts: kept over a reload of the tab, and for the next visit to the game.
//
// Each tab keeps its own; a new one begins with what was written last.

import { kept, lasting } from "../game/dom.js";

export class Drafts {
  /** @param {string} slug @param {string | null} me */
  constructor(slug, me) {
    this.me = me;
    this.prefix = `talk:${slug}:${me}:`;
  }

  /** @param {string} key of the conversation @returns {any} */
  get(key) {
    return kept.get(this.prefix + key) ?? lasting.get(this.prefix + key);
  }

  // null: there is nothing any more.
  /** @param {string} key @param {object | null} draft */
  set(key, draft) {
    kept.set(this.prefix + key, draft);
    lasting.set(this.prefix + key, draft);
  }
}
