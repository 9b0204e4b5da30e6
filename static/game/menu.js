// Menu of a chosen unit: small beside it at a desk, tiles in a sheet on a phone.
// One list of choices, two dresses; the style sheet decides where it stands.

import { find, findAll, focused, gesture, h, icon, narrow } from "./dom.js";

const GAP = 18; // px between the unit and the menu
const EDGE = 8; // px between the menu and the edge of the frame
const STEP = 16; // px between the places that are tried
const HIDDEN = 4000; // what it costs to hide a place to go to, in pixels of distance: more than any map is wide

// Share of a box that another one hides.
/** @param {Box} free @param {Box} box */
function hiddenShare(free, box) {
  const wide = Math.min(free.x + free.width, box.x + box.width) - Math.max(free.x, box.x);
  const high = Math.min(free.y + free.height, box.y + box.height) - Math.max(free.y, box.y);
  return wide > 0 && high > 0 ? (wide * high) / (free.width * free.height) : 0;
}

/** @param {Point} at @param {Box} box */
function distance(at, box) {
  const x = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
  const y = Math.max(box.y - at.y, 0, at.y - box.y - box.height);
  return Math.hypot(x, y);
}

/** @import {Box, Choice, Point} from "./shapes.d.ts" */

export class Menu {
  /** @param {HTMLElement} frame @param {() => void} onBack */
  constructor(frame, onBack) {
    this.frame = frame;
    this.onBack = onBack;
    this.element = h("div", { class: "choices", "data-overlay": true, hidden: true });
    // In the card, not in the frame: a phone's sheet lies over what stands under the map too.
    frame.parentElement?.append(this.element);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.shown = "";
    /** @type {Point | null} where the menu stands beside its unit */
    this.offset = null;
  }

  /**
   * `at` is where the unit stands, in pixels of the frame; `keepFree` what the menu should not hide.
   * @param {{id: string, title: string, hint: string, choices: Choice[], at: Point, keepFree: Box[], focus: boolean,
   *   aims: boolean}} what
   */
  show({ id, title, hint, choices, at, keepFree, focus, aims }) {
    // On a phone only the head stays while a place on the map is awaited.
    this.element.toggleAttribute("data-aims", aims);
    const same = this.shown === id;
    const hadFocus = this.element.contains(document.activeElement);
    this.shown = id;
    const rows = choices.map((choice) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: `menu-row${choice.current ? " is-current" : ""}`,
          "data-choice": choice.id,
          "aria-keyshortcuts": choice.key,
          onclick: choice.pick,
        },
        choice.icon ? icon(choice.icon) : "",
        h("span", {}, choice.label),
        choice.key ? h("kbd", { class: "key", "aria-hidden": "true" }, choice.key) : "",
      ),
    );
    this.element.replaceChildren(
      h(
        "div",
        { class: `menu${same ? " is-still" : ""}`, role: "menu", "aria-label": title },
        h(
          "div",
          { class: "choices-head", role: "presentation" },
          h("p", { class: "menu-title" }, title),
          h("p", { class: "choices-hint" }, gesture(hint ?? "")),
          h(
            "button",
            { type: "button", class: "icon-button choices-close", "aria-label": "One step back", onclick: () => this.onBack() },
            icon("close"),
          ),
        ),
        h("div", { class: "choices-rows", role: "presentation" }, rows),
      ),
    );
    this.element.hidden = false;
    if (!same) this.offset = null;
    this.place(at, keepFree);
    if (focus || hadFocus) this.focus();
  }

  /** Say why the last click did nothing: on a phone the menu lies over the status line. @param {string} words */
  complain(words) {
    const hint = find(this.element, ".choices-hint");
    if (!hint) return;
    hint.textContent = words;
    hint.classList.add("is-complaint");
  }

  hide() {
    this.shown = "";
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  get isOpen() {
    return !this.element.hidden;
  }

  focus() {
    const wanted = find(this.element, ".menu-row.is-current") ?? find(this.element, ".menu-row");
    wanted?.focus({ preventScroll: true });
  }

  // Beside the unit, where it hides nothing that may be clicked next; it then goes along while the board is moved.
  // `keepFree`: boxes {x, y, width, height} in pixels of the frame, with a weight below 1 where hiding one matters less.
  /** @param {Point} at @param {Box[] | null} keepFree */
  place(at, keepFree = null) {
    if (!at || this.element.hidden) return;
    if (narrow.matches) {
      // Below the map, which so need not move.
      const below = this.frame.offsetTop + this.frame.clientHeight;
      const card = this.frame.parentElement?.getBoundingClientRect().top ?? 0;
      this.element.style.transform = "";
      this.element.style.top = `${Math.round(Math.min(below, innerHeight - card - this.element.offsetHeight))}px`;
      return;
    }
    this.element.style.top = "";
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const { clientWidth, clientHeight } = this.frame;
    if (keepFree) this.offset = this.freePlace(at, width, height, keepFree);
    const { x: aside, y: below } = this.offset ?? { x: 0, y: 0 };
    const inside = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, EDGE), Math.max(most - EDGE, EDGE));
    const x = inside(at.x + aside, clientWidth - width);
    const y = inside(at.y + below, clientHeight - height);
    // The frame may stand under lines about the game.
    this.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y + this.frame.offsetTop)}px)`;
  }

  /** @param {Point} at @param {number} width @param {number} height @param {Box[]} keepFree @returns {Point} */
  freePlace(at, width, height, keepFree) {
    const { clientWidth, clientHeight } = this.frame;
    let best = { cost: Infinity, x: GAP, y: -height / 2 };
    for (let x = EDGE; x <= clientWidth - width - EDGE; x += STEP) {
      for (let y = EDGE; y <= clientHeight - height - EDGE; y += STEP) {
        const box = { x, y, width, height };
        const hidden = keepFree.reduce((sum, free) => sum + (free.weight ?? 1) * hiddenShare(free, box), 0);
        const far = distance(at, box);
        const moved = this.offset ? Math.hypot(x - at.x - this.offset.x, y - at.y - this.offset.y) : 0;
        const cost = hidden * HIDDEN + (far < GAP ? 1000 : far) + Math.min(moved, 60) * 0.3;
        if (cost < best.cost) best = { cost, x: x - at.x, y: y - at.y };
      }
    }
    return { x: best.x, y: best.y };
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    const rows = findAll(this.element, ".menu-row");
    const index = rows.findIndex((row) => row === focused());
    if (index < 0) return;
    event.preventDefault();
    event.stopPropagation();
    rows[(index + step + rows.length) % rows.length].focus();
  }
}
