// Hints beside the orders, for who plays with bots alone; switched on and off per person.

import { markTerms } from "../terms.js";
import { button, byId, h, input } from "./dom.js";

/** @import {Hint, Page, State} from "../wire.d.ts" */

export class Hints {
  /**
   * @param {{page: Page, onOrder: (text: string) => void, onTalk: ((power: string) => void) | null, onChange: () => void}} parts
   *   onOrder: an order is wanted; onTalk: a power is to be written to; onChange: hints were switched on or off
   */
  constructor({ page, onOrder, onTalk, onChange }) {
    this.page = page;
    this.onOrder = onOrder;
    this.onTalk = onTalk;
    this.onChange = onChange;
    this.root = byId("hints");
    this.list = byId("hints-list");
    this.switch = input("hints-switch");
    this.switch.addEventListener("change", () => this.choose(this.switch.checked));
    button("hints-off").addEventListener("click", () => this.choose(false));
    this.shown = "";
  }

  /** @param {State} state @param {boolean} isMine whether my orders of the present phase are shown */
  show({ you, sheet, game }, isMine) {
    const offered = Boolean(you && you.hints !== null && game.status === "running");
    byId("hints-row").hidden = !offered;
    this.switch.checked = Boolean(you?.hints);
    document.body.classList.toggle("has-hints", offered && Boolean(you?.hints));
    const hints = (isMine && you?.hints && sheet?.hints) || [];
    this.root.hidden = !hints.length;
    const key = JSON.stringify(hints);
    if (key === this.shown) return;
    this.shown = key;
    this.list.replaceChildren(...hints.map((hint) => this.row(hint)));
    void markTerms(this.list);
  }

  /** @param {Hint} hint */
  row({ kind, text, order, power }) {
    const act = order
      ? h("button", { type: "button", class: "order-write", "data-hint-order": order, "aria-label": `Write the order: ${text}`, onclick: () => this.onOrder(order) }, "Order it")
      : power && this.onTalk
        ? h("button", { type: "button", class: "order-write", "data-hint-power": power, "aria-label": `Write to ${this.page.powers[power]}`, onclick: () => this.onTalk?.(power) }, "Write")
        : "";
    return h("li", { class: "hint", "data-kind": kind }, h("span", {}, text), act);
  }

  /** @param {boolean} on */
  async choose(on) {
    this.switch.checked = on;
    if (!on) this.root.hidden = true;
    const body = new URLSearchParams({ on: on ? "1" : "0" });
    await fetch(this.page.urls.hints, { method: "POST", headers: { "X-CSRFToken": this.page.token }, body }).catch(() => null);
    this.onChange();
  }
}
