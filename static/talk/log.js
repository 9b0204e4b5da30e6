// The list of messages as it scrolls: it stays at its end while one reads there, and where one reads else.

import { byId, find, findAll, focused, settle } from "../game/dom.js";
import { still } from "../game/press.js";

const NEAR_END_PX = 80;
const NEAR_TOP_PX = 60;

export class Log {
  // onScroll(): what is seen has changed; onTop(): older messages are wanted.
  /** @param {{onScroll: () => void, onTop: () => void}} calls */
  constructor({ onScroll, onTop }) {
    const element = byId("talk-log");
    this.element = element;
    // True if the end is in view, with the height at that time: only scrolling changes it.
    this.atEnd = true;
    this.height = 0;
    element.addEventListener("scroll", () => {
      if (element.clientHeight === this.height) this.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      if (element.scrollTop < NEAR_TOP_PX && element.scrollHeight > element.clientHeight) onTop();
      onScroll();
    }, { passive: true });
    // The line grows and the keyboard comes up: what was said last stays in view.
    new ResizeObserver(() => {
      this.height = element.clientHeight;
      if (this.atEnd) this.toEnd();
    }).observe(element);
  }

  /** The conversation that is shown. @returns {string | undefined} */
  get key() {
    return this.element.dataset.key;
  }

  /**
   * Show these rows of a conversation. Those that are there already are not touched, and the focus stays on its button or bubble.
   * @param {string} key
   * @param {HTMLElement[]} rows
   */
  show(key, rows, { toEnd = false } = {}) {
    still(this.element, () => this.draw(key, rows, toEnd), { isOther: this.key !== key });
  }

  /** @param {string} key @param {HTMLElement[]} rows @param {boolean} toEnd */
  draw(key, rows, toEnd) {
    const { element } = this;
    const focus = element.contains(focused()) ? focused() : null;
    const part = focus?.dataset.act ? `[data-act="${focus.dataset.act}"]` : ".bubble";
    const message = /** @type {HTMLElement | null | undefined} */ (focus?.closest("[data-message]"))?.dataset.message;
    const changed = this.key !== key;
    const follow = changed || toEnd || this.atEnd;
    const from = element.scrollTop;
    element.dataset.key = key;
    const old = new Map(changed ? [] : findAll(element, ":scope > [data-message]").map((row) => [row.dataset.message, row]));
    const known = (/** @type {HTMLElement} */ row) => {
      const before = old.get(row.dataset.message);
      return before?.isEqualNode(row) ? before : row;
    };
    settle(element, rows.map(known));
    if (follow) this.toEnd();
    else element.scrollTop = from;
    if (message && focused() !== focus) find(element, `[data-message="${message}"] ${part}`)?.focus({ preventScroll: true });
  }

  // Show more above what is read, which stays where it is.
  /** @param {() => void} show */
  growAbove(show) {
    const { element } = this;
    const fromEnd = element.scrollHeight - element.scrollTop;
    this.atEnd = false;
    show();
    element.scrollTop = element.scrollHeight - fromEnd;
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
    this.atEnd = true;
  }

  // To what was said in the phase that is shown on the board.
  toTurn() {
    const { element } = this;
    const turn = find(element, ".talk-turn.is-now");
    if (!turn) return;
    this.atEnd = false;
    element.scrollTop += turn.getBoundingClientRect().top - element.getBoundingClientRect().top;
  }

  /** @param {number} id of a message */
  reveal(id) {
    find(this.element, `[data-message="${id}"]`)?.scrollIntoView({ block: "center" });
  }
}
