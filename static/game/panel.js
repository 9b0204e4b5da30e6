// The column of orders: mine in the present phase, everybody's and what became of them in a past one.

import { h, icon, byId } from "./dom.js";
import { unitToken } from "./entry.js";
import { province } from "./grammar.js";

const RESULT_MARKS = {
  ok: { icon: "check", css: "is-ok", word: "carried out" },
  fail: { icon: "close", css: "is-fail", word: "failed" },
  void: { icon: "minus", css: "is-void", word: "without effect" },
  illegal: { icon: "close", css: "is-illegal", word: "not legal" },
};

export class Panel {
  constructor({ board, places, powers, onChoose, onCancel, onHover, onUndo, onRedo }) {
    Object.assign(this, { board, places, powers, onChoose, onCancel, onHover });
    this.list = byId("order-list");
    this.title = byId("orders-title");
    this.count = byId("orders-count");
    this.undo = byId("undo");
    this.redo = byId("redo");
    this.undo.addEventListener("click", onUndo);
    this.redo.addEventListener("click", onRedo);
    byId("undo-phone").addEventListener("click", onUndo);
  }

  tools(past) {
    const none = { undo: !past?.done.length, redo: !past?.undone.length };
    this.undo.disabled = none.undo;
    this.redo.disabled = none.redo;
    byId("undo-phone").hidden = none.undo;
  }

  // My orders: one row for each unit, ordered or not. `draft` marks the row being made.
  mine({ sheet, options, power, draft, past }) {
    this.title.textContent = "Orders";
    const rows = options.kind === "A" ? this.adjustmentRows(sheet, options) : this.unitRows(sheet, options);
    const focused = document.activeElement?.closest?.("[data-row]")?.dataset.row;
    this.list.replaceChildren(...rows.map((row) => this.myRow(row, power, draft)));
    if (focused) this.list.querySelector(`[data-row="${CSS.escape(focused)}"] .order-row`)?.focus();
    const done = rows.filter((row) => row.order).length;
    this.count.textContent = rows.length ? `${done} of ${rows.length}` : "";
    byId("bar-orders").textContent = rows.length ? `Orders ${done}/${rows.length}` : "Orders";
    this.tools(past);
    return { done, all: rows.length };
  }

  unitRows(sheet, options) {
    const orders = new Map(sheet.orders.map((order) => [order.unit, order]));
    return options.units.map((unit) => ({
      key: province(unit.region),
      region: unit.region,
      kind: unit.kind,
      name: this.places[province(unit.region)].name,
      order: orders.get(province(unit.region)) ?? null,
    }));
  }

  // Builds and removals: what is written, then a row for each that is still due.
  adjustmentRows(sheet, options) {
    const written = sheet.orders.map((order) => ({
      key: order.unit,
      region: order.region,
      kind: order.kind,
      name: order.region ? this.places[province(order.region)].name : "",
      order,
    }));
    const due = Math.abs(sheet.adjustments);
    const name = options.adjustments > 0 ? "Build" : "Remove";
    const open = Array.from({ length: due }, (_, index) => ({ key: `open-${index}`, region: null, kind: null, name, order: null }));
    return [...written, ...open];
  }

  myRow(row, power, draft) {
    const current = Boolean(draft && row.region && province(draft.region) === province(row.region));
    const [place, verb] = row.order ? [row.order.place, row.order.words] : [row.name, current ? "choosing…" : missingWord(row)];
    const note = row.order?.note;
    return h(
      "li",
      { class: `order-item${current ? " is-current" : ""}`, "data-row": row.key },
      h(
        "button",
        {
          type: "button",
          class: `order-row${current ? " is-current" : ""}`,
          "aria-current": current ? "true" : null,
          "data-missing": row.order ? null : true,
          onclick: () => this.onChoose(row),
        },
        unitToken(this.board, power, row.kind),
        h("span", { class: "order-words" }, h("b", {}, place), " ", h("span", { class: "order-verb" }, verb)),
        row.order ? h("span", { class: "order-saved", title: "Saved" }, icon("check"), h("span", { class: "visually-hidden" }, "saved")) : "",
        note ? h("span", { class: "order-note order-note-warn" }, icon("warn"), note) : "",
      ),
      row.order
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
    );
  }

  // Everybody's orders of a decided phase.
  past({ orders, title }) {
    this.title.textContent = title;
    this.tools(null);
    if (!orders.length) {
      this.count.textContent = "";
      this.list.replaceChildren(h("li", { class: "panel-empty" }, "Nobody had anything to order."));
      return;
    }
    const held = orders.filter((order) => order.result === "ok").length;
    this.count.textContent = `${held} of ${orders.length} carried out`;
    const groups = Map.groupBy ? Map.groupBy(orders, (order) => order.power) : groupBy(orders);
    this.list.replaceChildren(
      ...[...groups].map(([power, list]) =>
        h(
          "li",
          { class: "order-group" },
          h("h3", { class: "order-power" }, emblem(power), this.powers[power]),
          h("ul", { class: "order-rows" }, list.map((order) => this.pastRow(order))),
        ),
      ),
    );
  }

  pastRow(order) {
    const mark = RESULT_MARKS[order.result];
    const hover = (on) => () => this.onHover(on ? order : null);
    return h(
      "li",
      {
        class: `order-row past-row ${mark.css}`,
        tabindex: "0",
        onpointerenter: hover(true),
        onpointerleave: hover(false),
        onfocusin: hover(true),
        onfocusout: hover(false),
      },
      unitToken(this.board, order.power, order.kind),
      h("span", { class: "order-words" }, h("b", {}, order.place), " ", h("span", { class: "order-verb" }, order.words)),
      h("span", { class: "order-result" }, icon(mark.icon), h("span", { class: "visually-hidden" }, mark.word)),
      order.result === "ok" ? "" : h("span", { class: "order-note order-note-rose" }, order.text),
    );
  }

  // What a spectator sees of the present phase, or a player who has nothing to order.
  waiting(text) {
    this.title.textContent = "Orders";
    this.count.textContent = "";
    this.tools(null);
    byId("bar-orders").textContent = "Orders";
    this.list.replaceChildren(h("li", { class: "panel-empty" }, text));
  }
}

const missingWord = (row) => (row.region ? "has no order" : "is still due");

function groupBy(orders) {
  const groups = new Map();
  for (const order of orders) groups.set(order.power, [...(groups.get(order.power) ?? []), order]);
  return groups;
}

export const emblem = (power, css = "") =>
  h("span", { class: `emblem emblem-small ${css}`, "data-power": power, "aria-hidden": "true" }, power[0]);
