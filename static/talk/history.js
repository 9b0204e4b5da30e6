// The talk as it is fetched: what was said before what is here, one load at a time.

/** @import {Press} from "../wire.d.ts" */

export class History {
  /** @param {{address: string, before: () => {with: string, before: string} | null, onMore: (press: Press, key: string) => void}} parts
   *   before: what lies before what is here of the conversation that is shown; null where nothing does */
  constructor({ address, before, onMore }) {
    this.address = address;
    this.before = before;
    this.onMore = onMore;
    /** @type {Promise<boolean> | null} */
    this.fetching = null;
  }

  // Load the messages before those that are here; one load at a time. Resolves to whether more came.
  earlier() {
    this.fetching ??= this.load().finally(() => (this.fetching = null));
    return this.fetching;
  }

  async load() {
    const wanted = this.before();
    if (!wanted) return false;
    const press = await this.fetch(wanted);
    if (!press?.messages.length) return false;
    this.onMore(press, wanted.with);
    return true;
  }

  /** @param {Record<string, string>} query @returns {Promise<Press | null>} */
  async fetch(query) {
    try {
      const response = await fetch(`${this.address}?${new URLSearchParams(query)}`, { headers: { Accept: "application/json" } });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }
}
