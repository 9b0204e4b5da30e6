// Round buttons on a phone's map. They stand in a corner where they hide no unit and no place that may be chosen, and
// stay there as long as that is so. At a desk they keep their corner: there the map is moved from under them.

import { find, narrow } from "./dom.js";

/** @import {Point} from "./shapes.d.ts" */

const CORNERS = ["top right", "bottom right", "bottom left"];
const EDGE = 12; // px between the buttons and the edges of the map, as in game.css
const REACH = 14; // px about a point that a token takes

export class Tools {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.element = find(frame, ".map-tools");
  }

  /** @param {Point[]} points in pixels of the frame */
  keepClear(points) {
    const { element } = this;
    if (!element) return;
    const here = narrow.matches ? (element.dataset.corner ?? CORNERS[0]) : CORNERS[0];
    const corners = narrow.matches ? [here, ...CORNERS] : CORNERS;
    const free = corners.find((corner) => !points.some((point) => this.hides(corner, point))) ?? here;
    if (free !== element.dataset.corner) element.dataset.corner = free;
  }

  /** @param {string} corner @param {Point} point */
  hides(corner, { x, y }) {
    const { offsetWidth: width, offsetHeight: height } = /** @type {HTMLElement} */ (this.element);
    const left = corner.endsWith("left") ? EDGE : this.frame.clientWidth - EDGE - width;
    const top = corner.startsWith("top") ? EDGE : this.frame.clientHeight - EDGE - height;
    return x > left - REACH && x < left + width + REACH && y > top - REACH && y < top + height + REACH;
  }
}
