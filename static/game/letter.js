// The letter of the turn, above the orders: what befell me, each line with its place on the map. It folds to one line
// where the orders need the room.

import { byId, childrenOf, details, find, findAll, h, narrow } from "./dom.js";
import { news, toast } from "./notices.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_LINES = 6;
const GAP = 8; // px between the field and the foot of the column
const LEAST = 44; // px of lines that are worth showing

/** @import {LetterLine, LetterView} from "../wire.d.ts" */

export class Letter {
  // showOrders: brings the column of orders into sight, where it is not; hideOrders: lets the map be seen again.
  /** @param {{board: import("./board.js").Board, list: HTMLElement, showOrders: () => void, hideOrders: () => void, isShown: () => boolean}} parts */
  constructor({ board, list, showOrders, hideOrders, isShown }) {
    this.board = board;
    this.list = list;
    this.column = /** @type {HTMLElement} */ (list.parentElement);
    this.showOrders = showOrders;
    this.hideOrders = hideOrders;
    this.isShown = isShown;
    this.box = details("letter");
    this.yields = false;
    this.parts = byId("letter-parts");
    this.part = "own";
    this.lines = byId("letter-lines");
    this.more = byId("letter-more");
    this.shown = "";
    this.phase = "";
    /** @type {string[]} */
    this.looked = []; // places that stay lit where the map took the letter's room, until the map is tapped
    this.layer = document.createElementNS(SVG, "g");
    this.layer.setAttribute("class", "letter-places");
    this.layer.setAttribute("aria-hidden", "true");
    board.svg.append(this.layer);
    board.svg.addEventListener("click", () => this.keep([]));
    const sized = new ResizeObserver(() => this.fit());
    for (const each of [this.list, this.column]) sized.observe(each);
    this.box.addEventListener("toggle", () => this.fit());
    this.lines.addEventListener("scroll", () => this.shade(), { passive: true });
    this.box.querySelector("summary")?.addEventListener("click", () => (this.yields = false));
    for (const part of this.partButtons) {
      part.addEventListener("click", () => {
        this.part = part.dataset.part ?? "own";
        this.fit();
      });
    }
    this.more.addEventListener("click", () => {
      for (const line of childrenOf(this.lines)) line.hidden = false;
      this.more.hidden = true;
      this.shade();
      find(this.lines, `:scope > :nth-child(${MOST_LINES + 1}) > *`)?.focus();
    });
  }

  get partButtons() {
    return findAll(this.parts, "[data-part]");
  }

  /**
   * A letter that is shown already stays as it is, open or folded.
   * @param {LetterView} letter
   * @param {string} phase
   * @param {{live: boolean}} how
   */
  show(letter, phase, { live }) {
    const key = `${phase}${JSON.stringify(letter)}`;
    if (key === this.shown) return;
    this.shown = key;
    if (phase !== this.phase) this.column.scrollTop = 0; // the clock and the news stand above the orders
    this.phase = phase;
    this.keep([]);
    const { title, lines, world } = letter;
    this.box.hidden = !lines.length;
    if (!lines.length) return;
    byId("letter-title").textContent = title;
    byId("letter-headline").textContent = lines[0].text;
    this.lines.replaceChildren(...lines.map((line, at) => this.line(line, at >= MOST_LINES)), ...this.ofTheWorld(title, world));
    this.more.hidden = lines.length <= MOST_LINES;
    this.more.textContent = `${lines.length - MOST_LINES} more`;
    this.box.open = true;
    this.yields = live;
    this.part = "own";
    this.fit();
  }

  // My orders come first: the lines scroll in the room that my rows and the field under them leave. Where that is less
  // than two lines, the letter folds, unless I opened it. What does not fit as a whole has two parts, mine and Europe's.
  fit() {
    if (!this.box.open) return;
    this.makeRoom();
    this.shade();
  }

  // A shade over the last line seen, where there is more below it.
  shade() {
    const { scrollTop, clientHeight, scrollHeight } = this.lines;
    this.lines.toggleAttribute("data-more", scrollTop + clientHeight < scrollHeight - 1);
  }

  makeRoom() {
    this.lines.style.maxHeight = "";
    this.divide(false);
    if (narrow.matches) return;
    const few = this.list.hasAttribute("data-few");
    if (this.lines.scrollHeight > this.lines.clientHeight + 1 || (few && this.over() > 0)) this.divide(true);
    if (!few) return;
    const over = this.over();
    if (over <= 0) return;
    const room = this.lines.offsetHeight - over;
    if (room < LEAST && this.yields) this.box.open = false;
    else this.lines.style.maxHeight = `${Math.floor(Math.max(room, LEAST))}px`;
  }

  // By how much the letter, my rows and the field are higher than their column.
  over() {
    const field = byId("orders-form");
    const { column } = this;
    const foot = find(column, ".orders-foot");
    const last = field.hidden ? this.list : field;
    return last.getBoundingClientRect().bottom + column.scrollTop + (foot?.offsetHeight ?? 0) + GAP - column.getBoundingClientRect().bottom;
  }

  /** @param {boolean} on */
  divide(on) {
    const divided = on && this.lines.querySelector(".letter-world") !== null;
    this.parts.hidden = !divided;
    if (divided) this.box.dataset.part = this.part;
    else delete this.box.dataset.part;
    for (const each of this.partButtons) each.setAttribute("aria-pressed", String(each.dataset.part === this.part));
  }

  // Events of others, under a heading of their own.
  /** @param {string} title @param {LetterLine[]} world */
  ofTheWorld(title, world) {
    if (!world.length) return [];
    return [h("li", { class: "letter-world" }, h("h3", {}, `Europe, ${title}`)), ...world.map((line) => this.line(line, false))];
  }

  /** @param {LetterLine} line @param {boolean} hidden */
  line({ text, tone, places }, hidden) {
    const on = () => this.light(places);
    const off = () => this.light(this.looked);
    const row = h(
      "button",
      {
        type: "button",
        class: "letter-line",
        "data-tone": tone,
        onpointerenter: on,
        onpointerleave: off,
        onfocus: on,
        onblur: off,
        onclick: () => this.look(places),
      },
      text,
    );
    return h("li", { hidden }, places.length ? row : h("p", { class: "letter-line", "data-tone": tone }, text));
  }

  /** @param {string[]} places */
  light(places) {
    this.layer.replaceChildren(...places.map((place) => this.board.wash(place, "letter-place")));
  }

  /** @param {string[]} places */
  keep(places) {
    this.looked = places;
    this.light(places);
  }

  /** @param {string[]} places */
  look(places) {
    if (narrow.matches) this.keep(places);
    else this.light(places);
    const points = places.map((place) => this.board.pointOf(place));
    if (narrow.matches) {
      this.hideOrders();
      this.board.panzoom.show(points);
    } else for (const point of points.reverse()) this.board.panzoom.reveal(point);
  }

  // A phase has begun: say what befell me, also where the column of orders is not seen.
  /** @param {import("../wire.d.ts").PhaseView} phase */
  tell({ title, letter }) {
    const { lines, world, fates } = letter;
    news([`${title}.`, ...[...lines, ...world].map((line) => line.text), ...fates].join(" "));
    if (this.isShown()) return;
    const read = { label: "Read", run: () => (this.showOrders(), (this.yields = false), (this.box.open = true)) };
    if (lines.length) toast(`${letter.title}: ${lines[0].text}`, read);
    else toast(`${title} begins.`);
  }
}
