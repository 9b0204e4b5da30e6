// The orders and the talk beside the map. On a wide screen there is room for both, on a narrower one for one of them,
// and on a phone for neither: then they come up as sheets.

import { ifAny, kept, narrow } from "./dom.js";
import { pullable } from "./pulling.js";

/** @typedef {"orders" | "talk"} Name */

/** @type {Name[]} */
const NAMES = ["orders", "talk"];
const wide = matchMedia("(min-width: 1280px)");
// A phone on its side: one of the two stands beside the map, and nothing comes up over it.
const sideways = matchMedia("(max-width: 899.98px) and (orientation: landscape)");

export class Columns {
  // onTalk: called when the talk comes into sight; onSheet: when a sheet came up over the map, grew, or went.
  /** @param {{onTalk: () => void, onSheet: () => void}} parts */
  constructor({ onTalk, onSheet }) {
    this.onTalk = onTalk;
    this.onSheet = onSheet;
    for (const name of NAMES) {
      ifAny(`bar-${name}-button`)?.addEventListener("click", () => {
        if (document.body.dataset.sheet === name) this.close();
        else this.open(name);
      });
      ifAny(`switch-${name}`)?.addEventListener("click", () => this.set(name));
    }
    const tall = ifAny("talk-tall");
    tall?.addEventListener("click", () => this.grow(tall));
    for (const id of ["talk-close", "sheet-close"]) {
      const grip = ifAny(id);
      if (!grip) continue;
      grip.addEventListener("click", () => this.close());
      pullable(grip, { onDown: () => this.close(), onUp: () => id === "talk-close" && !document.body.hasAttribute("data-tall") && tall?.click() });
    }
    this.pushed = false;
    /** @type {(() => unknown) | null} */
    this.waiting = null;
    // Back closes the sheet first, and leaves the page after that.
    addEventListener("popstate", () => {
      this.pushed = false;
      if (document.body.dataset.sheet) this.gone();
    });
  }

  /** @param {Name} name */
  show(name) {
    if (narrow.matches) this.open(name);
    else this.set(name);
  }

  /** @param {Name} name */
  isShown(name) {
    if (wide.matches) return true;
    if (sideways.matches) return (document.body.dataset.sheet ?? "orders") === name;
    return narrow.matches ? document.body.dataset.sheet === name : (document.body.dataset.column ?? "orders") === name;
  }

  // Show one of the two where there is room for one.
  /** @param {Name} name */
  set(name) {
    document.body.dataset.column = name;
    kept.set("column", name);
    for (const each of NAMES) ifAny(`switch-${each}`)?.setAttribute("aria-pressed", String(each === name));
    if (name === "talk") this.onTalk();
  }

  /** @param {Name} name */
  open(name) {
    if (!this.pushed) {
      history.pushState(null, "");
      this.pushed = true;
    }
    document.body.dataset.sheet = name;
    this.say(name);
    this.onSheet();
    if (name === "talk") this.onTalk();
  }

  close() {
    const { pushed } = this;
    this.pushed = false;
    this.gone();
    if (pushed) history.back();
  }

  gone() {
    document.body.removeAttribute("data-sheet");
    this.say(null);
    this.onSheet();
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  // Run this where the map is seen: a sheet over it goes, or, where somebody writes in it, is waited for.
  /** @param {() => unknown} run */
  overMap(run) {
    if (!document.body.dataset.sheet || sideways.matches || !narrow.matches) run();
    else if (document.activeElement?.matches("textarea, input")) this.waiting = run;
    else {
      this.waiting = run;
      this.close();
    }
  }

  // The talk over the lower half of the map, or over all of it.
  /** @param {HTMLElement} button */
  grow(button) {
    const tall = document.body.toggleAttribute("data-tall");
    button.setAttribute("aria-pressed", String(tall));
    this.onSheet();
  }

  /** @param {Name | null} name */
  say(name) {
    for (const each of NAMES) ifAny(`bar-${each}-button`)?.setAttribute("aria-expanded", String(each === name));
  }
}
