// The column of orders: mine in the present phase, everybody's and what became of them in a past one.

import { button, byId, find, focused, h, icon, ifAny } from "./dom.js";
import { orderWords, province } from "./grammar.js";
import { emblem, overseen, pastGroups, unitToken } from "./others.js";
import { waitingWords } from "./outbox.js";
import { still } from "./press.js";
import { listed, unitOf } from "../talk/values.js";

const ALL_SEEN = 6; // so many rows are seen without scrolling

/** @import {AgreedOrder, Fate, Overview, PhaseView, Place, Sheet, WrittenOrder} from "../wire.d.ts" */
/** @import {Board} from "./board.js" */
/** @import {Child} from "./dom.js" */
/** @import {Draft, Prepared} from "./grammar.js" */
/** @import {WaitingOrder} from "./outbox.js" */
/** @import {Past} from "./past.js" */
/** @typedef {AgreedOrder & {choice: boolean}} Promised choice: whether another order would keep the same promise */
/**
 * @typedef {{key: string, region: string | null, kind: string | null, name: string, breach?: string, order: WrittenOrder | null}} BareRow
 * @typedef {BareRow & {item: WaitingOrder | null, promised: Promised[]}} Row
 *   key: the unit, or which of those that are due; item: what is on its way; promised: orders I have promised for it
 */

export class Panel {
  /**
   * @param {{board: Board, places: Record<string, Place>, powers: Record<string, string>, onChoose: (row: Row) => void,
   *   onCancel: (key: string) => void, onWrite: (agreed: AgreedOrder) => void, onHover: (order: Fate | null) => void,
   *   onUndo: () => void, onRedo: () => void, follows?: boolean, ownerOf?: (row: BareRow) => string}} parts
   *   follows: whether the chosen row is scrolled to; ownerOf: whose unit a row is of, where units of two powers are ordered
   */
  constructor({ board, places, powers, onChoose, onCancel, onWrite, onHover, onUndo, onRedo, follows = true, ownerOf }) {
    this.board = board;
    this.ownerOf = ownerOf;
    this.follows = follows;
    this.places = places;
    this.powers = powers;
    this.onChoose = onChoose;
    this.onCancel = onCancel;
    this.onWrite = onWrite;
    this.onHover = onHover;
    this.list = byId("order-list");
    this.title = byId("orders-title");
    this.count = byId("orders-count");
    this.undo = button("undo");
    this.redo = button("redo");
    this.undo.addEventListener("click", onUndo);
    this.redo.addEventListener("click", onRedo);
    byId("undo-phone").addEventListener("click", onUndo);
  }

  /** @param {Past | null} past */
  tools(past) {
    const none = { undo: !past?.done.length, redo: !past?.undone.length };
    this.undo.disabled = none.undo;
    this.redo.disabled = none.redo;
    byId("undo-phone").hidden = none.undo;
  }

  /**
   * My orders: one row for each unit, ordered or not. `draft` marks the row being made; waiting: province -> the item
   * of the outbox that is on its way; agreed: orders I have promised and not written, each shown with its unit.
   * @param {{sheet: Sheet, options: Prepared, power: string, draft: Draft | null, past: Past | null,
   *   waiting: Map<string | null, WaitingOrder>, agreed: AgreedOrder[]}} what
   */
  mine({ sheet, options, power, draft, past, waiting, agreed }) {
    this.title.textContent = "Orders";
    const all = options.kind === "A" ? this.adjustmentRows(sheet, options) : this.unitRows(sheet, options);
    const rows = withPromises(all.map((row) => ({ ...row, item: waiting.get(row.key) ?? null, promised: [] })), agreed);
    this.list.toggleAttribute("data-few", rows.length <= ALL_SEEN);
    this.fill(this.ownerOf ? this.byOwner(rows, this.ownerOf, draft) : rows.map((row) => this.myRow(row, power, draft)));
    const done = rows.filter((row) => row.order).length;
    this.count.textContent = rows.length ? `${done} of ${rows.length}` : "";
    const bar = ifAny("bar-orders");
    if (bar) bar.textContent = rows.length ? `Orders ${done}/${rows.length}` : "Orders";
    this.tools(past);
    return { done, all: rows.length };
  }

  // Rows of units of two powers, each power's under its name, those with orders first.
  /** @param {Row[]} rows @param {(row: BareRow) => string} ownerOf @param {Draft | null} draft */
  byOwner(rows, ownerOf, draft) {
    return [...new Set(rows.map(ownerOf))].flatMap((power) => [
      h("li", { class: "order-head" }, h("h3", { class: "order-power" }, emblem(power), this.powers[power])),
      ...rows
        .filter((row) => ownerOf(row) === power)
        .sort((one, other) => Number(!one.order) - Number(!other.order))
        .map((row) => this.myRow(row, power, draft)),
    ]);
  }

  /** @param {Sheet} sheet @param {Prepared} options @returns {BareRow[]} */
  unitRows(sheet, options) {
    const orders = new Map(sheet.orders.map((order) => [order.unit, order]));
    const holding = new Map(sheet.missing.map((unit) => [unit.unit, unit.breach]));
    const breachOf = (/** @type {string} */ unit) => orders.get(unit)?.breach || (holding.get(unit) ? `without an order ${holding.get(unit)}` : "");
    return options.units.map((unit) => ({
      key: province(unit.region),
      breach: breachOf(province(unit.region)),
      region: unit.region,
      kind: unit.kind,
      name: this.places[province(unit.region)].name,
      order: orders.get(province(unit.region)) ?? null,
    }));
  }

  // Other rows, as far scrolled as before, and with the focus in the same one. None moves away under a finger.
  /** @param {HTMLElement[]} rows */
  fill(rows) {
    still(this.list, () => {
      const from = /** @type {HTMLElement | null | undefined} */ (focused()?.closest("[data-row]"))?.dataset.row;
      const top = this.list.scrollTop;
      this.list.replaceChildren(...rows);
      this.list.scrollTop = top;
      if (this.follows) find(this.list, ".is-current")?.scrollIntoView({ block: "nearest" });
      if (from) find(this.list, `[data-row="${CSS.escape(from)}"] .order-row`)?.focus();
    });
  }

  /** @param {string} words in place of rows */
  fillWith(words) {
    this.fill([h("li", { class: "panel-empty" }, words)]);
  }

  // Builds and removals: what is written, then a row for each that is still due.
  /** @param {Sheet} sheet @param {Prepared} options @returns {BareRow[]} */
  adjustmentRows(sheet, options) {
    const written = sheet.orders.map((order) => ({
      key: order.unit,
      region: order.region,
      kind: order.kind,
      name: order.region ? this.places[province(order.region)].name : "",
      breach: order.breach,
      order,
    }));
    const due = Math.abs(sheet.adjustments);
    const name = options.adjustments > 0 ? "Build" : "Remove";
    const open = Array.from({ length: due }, (_, index) => ({ key: `open-${index}`, region: null, kind: null, name, order: null }));
    return [...written, ...open];
  }

  /** @param {Row} row @param {string} power @param {Draft | null} draft */
  myRow(row, power, draft) {
    const current = Boolean(draft && row.region && province(draft.region) === province(row.region));
    // One that is promised takes the place of what is missing; others, and those that would replace an order, have lines.
    const alone = !row.order && !row.item && !current;
    const first = alone ? (row.promised[0] ?? null) : null;
    const more = alone ? row.promised.slice(1) : row.promised;
    const [place, verb] = row.item ? this.onItsWay(row.name, row.item) : row.order ? [row.order.place, row.order.words] : this.missing(row, first, current);
    const note = row.item ? "" : row.order?.note;
    return h(
      "li",
      { class: `order-item${current ? " is-current" : ""}`, "data-row": row.key },
      h(
        "button",
        {
          type: "button",
          class: `order-row${current ? " is-current" : ""}`,
          "aria-current": current ? "true" : null,
          "data-missing": row.order || row.item ? null : true,
          onclick: () => this.onChoose(row),
        },
        unitToken(this.board, power, row.kind),
        h("span", { class: "order-words" }, h("b", {}, place), " ", h("span", { class: "order-verb" }, ...[verb].flat())),
        row.item ? h("span", { class: "order-waits" }, waitingWords(row.item)) : "",
        row.order && !row.item ? h("span", { class: "order-saved", title: "Saved" }, icon("check"), h("span", { class: "visually-hidden" }, "saved")) : "",
        note ? h("span", { class: "order-note order-note-warn" }, icon("warn"), note) : "",
        row.breach ? h("span", { class: "order-note order-note-rose" }, icon("warn"), row.breach) : "",
        row.order?.remark ? h("span", { class: "order-note" }, row.order.remark) : "",
      ),
      first ? this.writeButton(first) : "",
      row.order && !row.item
        ? h(
            "button",
            {
              type: "button",
              class: "icon-button order-cancel",
              "aria-label": `Take back: ${row.order.sentence}`,
              title: "Take back",
              onclick: () => this.onCancel(row.key),
            },
            icon("close"),
          )
        : "",
      more.map((each) => h("p", { class: "order-promise" }, h("span", {}, this.promisedWords(each)), this.writeButton(each))),
    );
  }

  // [place, words] of a row without an order: what was promised for it, or that something is missing.
  /** @param {Row} row @param {Promised | null} promised @param {boolean} current @returns {[string, Child | Child[]]} */
  missing(row, promised, current) {
    const place = row.region ? row.name : (promised?.place ?? row.name);
    return [place, current ? "choosing…" : promised ? this.promisedWords(promised) : missingWord(row)];
  }

  // A handshake, Germany's seal, "to Sweden"; of several that keep the same promise, one is enough.
  /** @param {Promised} promised @returns {Child[]} */
  promisedWords({ words, to, choice }) {
    const whom = listed(to.map((power) => this.powers[power]));
    return [
      icon("deal"),
      ...to.map((power) => emblem(power)),
      h("span", { class: "visually-hidden" }, `promised to ${whom}:`),
      ` ${choice ? "one of these: " : ""}${words}`,
    ];
  }

  /** @param {AgreedOrder} agreed */
  writeButton(agreed) {
    return h(
      "button",
      {
        type: "button",
        class: "order-write",
        "data-agreed": agreed.text,
        "aria-label": `Write: ${agreed.sentence}`,
        title: `Promised to ${listed(agreed.to.map((power) => this.powers[power]))}`,
        onclick: () => this.onWrite(agreed),
      },
      "Write",
    );
  }

  // A row whose new order, or none, is not saved yet: [place, verb].
  /** @param {string} name @param {WaitingOrder} item @returns {[string, string]} */
  onItsWay(name, { command }) {
    return [name, command.type === "order" ? orderWords(command.text, this.places) : "is to have no order"];
  }

  /**
   * Everybody's orders of a decided phase.
   * @param {Pick<PhaseView, "orders" | "title">} phase
   */
  past({ orders, title }) {
    this.title.textContent = title;
    this.list.removeAttribute("data-few");
    this.tools(null);
    if (!orders.length) {
      this.count.textContent = "";
      this.fillWith("There were no orders in this phase.");
      return;
    }
    const held = orders.filter((order) => order.result === "ok").length;
    this.count.textContent = `${held} of ${orders.length} carried out`;
    this.fill(pastGroups(orders, this));
  }

  /**
   * Orders of all powers in the present phase, for the game master.
   * @param {Overview} overview
   */
  overview({ sheets }) {
    this.title.textContent = "Orders of all";
    this.list.removeAttribute("data-few");
    this.tools(null);
    const ready = sheets.filter((sheet) => sheet.ready).length;
    this.count.textContent = sheets.length ? `${ready} of ${sheets.length} ready` : "";
    byId("bar-orders").textContent = "Orders";
    if (sheets.length) this.fill(sheets.map((sheet) => overseen(sheet, this)));
    else this.fillWith("Nobody has anything to order.");
  }

  // Beside the last board there are no orders: how the game went is told on the page that `result` leads to.
  /** @param {{title: string, result: HTMLAnchorElement}} end */
  theEnd({ title, result }) {
    this.waiting("The game is over.");
    this.title.textContent = title;
    if (result.hidden) return;
    const over = h("li", { class: "panel-empty" }, "The game is over.");
    this.fill([over, h("li", {}, h("a", { class: "button button-main button-wide", href: result.href }, "See the result"))]);
  }

  // The present phase as a spectator sees it, or a player without orders to give.
  /** @param {string} text */
  waiting(text) {
    this.title.textContent = "Orders";
    this.count.textContent = "";
    this.tools(null);
    byId("bar-orders").textContent = "Orders";
    this.fillWith(text);
    this.list.toggleAttribute("data-few", true);
  }
}

// Give each row the promised orders of its unit; those of none, which are builds, go to the rows that are still due.
/** @param {Row[]} rows @param {AgreedOrder[]} agreed */
function withPromises(rows, agreed) {
  const shared = (/** @type {AgreedOrder} */ each) => agreed.some((other) => other !== each && other.promise === each.promise);
  for (const each of agreed) {
    const unit = unitOf(each.text);
    const row = rows.find(({ key }) => key === unit) ?? rows.find(({ region, promised }) => !region && !promised.length) ?? rows.at(-1);
    row?.promised.push({ ...each, choice: shared(each) });
  }
  return rows;
}

/** @param {Row} row */
const missingWord = (row) => (row.region ? "has no order" : "is still due");
