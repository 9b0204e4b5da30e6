// What was begun and not sent: kept over a reload of the tab, and for the next time the game is opened.
//
// Each tab keeps its own; a new one begins with what was written last.

import { kept } from "./dom.js";

export class Drafts {
  constructor(slug, me) {
    this.prefix = `talk:${slug}:${me}:`;
  }

  get(key) {
    return kept.get(this.prefix + key) ?? lasting.get(this.prefix + key);
  }

  // null: there is nothing any more.
  set(key, draft) {
    kept.set(this.prefix + key, draft);
    lasting.set(this.prefix + key, draft);
  }
}

const lasting = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Then it lasts as long as the tab.
    }
  },
};
