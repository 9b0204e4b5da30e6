// The keyboard of the sandbox. Keys typed into a field, or with Ctrl and its like, are left alone.

import { button, input, within } from "../game/dom.js";

/** @param {{entry: import("../game/entry.js").Entry, isBusy: () => boolean, next: () => unknown, back: () => unknown, forward: () => unknown}} page */
export function listenToKeys({ entry, isBusy, next, back, forward }) {
  const verb = (/** @type {string[]} */ ...names) => () => names.some((name) => entry.verb(name));
  /** @type {Record<string, () => unknown>} */
  const acts = {
    h: verb("hold"),
    m: verb("move", "retreat"),
    s: verb("support"),
    c: verb("convoy"),
    v: verb("via"),
    d: verb("disband", "remove"),
    a: verb("army"),
    f: verb("fleet"),
    b: () => entry.build(),
    w: () => entry.waive(),
    n: () => (next(), true),
    u: () => (entry.orders.undo(), true),
    o: () => (input("order-text").focus(), true),
    r: () => (button("go").focus(), true),
    1: () => entry.coastByNumber(1),
    2: () => entry.coastByNumber(2),
    ArrowLeft: () => (back(), true),
    ArrowRight: () => (forward(), true),
    Escape: () => entry.back(),
    Backspace: () => entry.cancelCurrent(),
  };
  document.addEventListener("keydown", (event) => {
    if (isBusy() || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (within(event, "input, textarea, select, dialog")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const done = key.startsWith("Arrow") && entry.draft && entry.open ? entry.walk(key) : acts[key]?.();
    if (done) event.preventDefault();
  });
}
