// The keyboard: one table from key to act. Keys typed into a field, or with Ctrl and its like, are left alone.
// Enter is not among them: it presses what has the focus, and nothing else; a phase cannot be ended by chance.

import { within } from "./dom.js";

const FIELDS = "input:not([type=range]), textarea, select, [contenteditable]";

/** @typedef {() => unknown} Act returns whether there was anything to do */

/**
 * @param {{entry: import("./entry.js").Entry, timeline: import("./timeline.js").Timeline, panzoom: import("./panzoom.js").PanZoom,
 *   ready: import("./ready.js").Ready, help: Act, isBusy: () => boolean, focusText: Act, focusTalk: Act, ask: Act, undo: Act, redo: Act}} page
 */
export function listen({ entry, timeline, panzoom, ready, help, isBusy, focusText, focusTalk, ask, undo, redo }) {
  const verb = (/** @type {string[]} */ ...names) => () => names.some((name) => entry.verb(name));
  /** @type {Record<string, Act>} */
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
    n: () => (entry.next(), true),
    u: () => (undo(), true),
    k: () => ask(),
    o: () => (focusText(), true),
    r: () => ready.reach(),
    "/": () => (focusTalk(), true),
    "?": () => (help(), true),
    "+": () => (panzoom.zoomBy(1.4, undefined, true), true),
    "=": () => (panzoom.zoomBy(1.4, undefined, true), true),
    "-": () => (panzoom.zoomBy(1 / 1.4, undefined, true), true),
    0: () => (panzoom.fit(true), true),
    Home: () => (timeline.step("first"), true),
    End: () => (timeline.step("last"), true),
    Escape: () => ready.withdraw() || entry.back(),
    Backspace: () => entry.cancelCurrent(),
    Delete: () => entry.cancelCurrent(),
  };
  for (const number of [1, 2, 3]) acts[String(number)] = () => entry.coastByNumber(number);

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isBusy()) return;
    const field = within(event, FIELDS);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !field) {
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (field) {
      if (event.key === "Escape") field.blur();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key.startsWith("Arrow")) {
      if (arrow(event, key)) event.preventDefault();
      return;
    }
    if (acts[key]?.()) event.preventDefault();
  });

  // While an order is made the arrows walk over the lit provinces; else left and right walk through the phases.
  /** @param {KeyboardEvent} event @param {string} key */
  function arrow(event, key) {
    if (within(event, "input[type=range]")) return false;
    if (entry.draft && entry.open) return entry.walk(key);
    if (key === "ArrowLeft") timeline.step(-1);
    else if (key === "ArrowRight") timeline.step(1);
    else return false;
    return true;
  }
}
