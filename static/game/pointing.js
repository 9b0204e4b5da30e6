// Words of an order on the map, in the line below while somebody points at it.

import { status } from "./notices.js";

/** @import {Fate} from "../wire.d.ts" */

export class Pointing {
  /**
   * @param {{svg: SVGSVGElement, isBusy: () => boolean, onLeave: () => void}} parts
   *   isBusy: whether an order is being made, which nothing may talk over; onLeave: nothing is pointed at any more
   */
  constructor({ svg, isBusy, onLeave }) {
    this.svg = svg;
    this.isBusy = isBusy;
    this.onLeave = onLeave;
    this.isTold = false;
  }

  /** A drawn order is pointed at, or none. @param {HTMLElement | null} element */
  at(element) {
    if (this.isBusy()) return;
    if (element) {
      this.isTold = true;
      status(element.getAttribute("aria-label") ?? "", "");
      element.classList.add("is-read");
    } else if (this.isTold) {
      this.isTold = false;
      this.clear();
      this.onLeave();
    }
  }

  /** A row of the list is pointed at, or none: its order is marked on the map. @param {Fate | null} order */
  atRow(order) {
    this.clear();
    if (!order) return;
    const unit = this.svg.querySelector(`#layer-orders [data-order="${CSS.escape(order.order)}"][data-power="${order.power}"]`);
    unit?.classList.add("is-read");
    status(order.text, "");
  }

  clear() {
    for (const each of this.svg.querySelectorAll(".is-read")) each.classList.remove("is-read");
  }
}
