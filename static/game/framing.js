// Framing of a phone's map: my units, in the part that no sheet covers. When the sheet closes, the map goes back to
// where it was, unless somebody moved it meanwhile. While an order is given the map does not move by itself.

import { ifAny, narrow } from "./dom.js";

/** @import {Point, View} from "./shapes.d.ts" */

const LEAST = 120; // px of the map that must be seen for anything to be shown in them

export class Framing {
  /** @param {{frame: HTMLElement, panzoom: import("./panzoom.js").PanZoom, ownPoints: () => Point[]}} board */
  constructor(board) {
    this.board = board;
    /** @type {View | null} the view before anything lay over the map */
    this.before = null;
    /** @type {View | null} the view this module asked for last */
    this.ours = null;
  }

  // A sheet came up or went.
  update() {
    const { panzoom } = this.board;
    const now = { ...(panzoom.goal ?? panzoom.view) };
    if (this.ours && !same(now, this.ours)) this.before = null;
    panzoom.onResize();
    panzoom.covered = this.covered;
    if (panzoom.size.height - panzoom.covered < LEAST) return;
    if (panzoom.covered) {
      this.before ??= now;
      const points = this.board.ownPoints();
      if (points.length) panzoom.uncover(points, this.before.scale);
      this.ours = { ...(panzoom.goal ?? panzoom.view) };
    } else {
      if (this.ours) panzoom.moveTo(this.before ?? now, true);
      this.before = this.ours = null;
    }
  }

  // Height of the frame covered by a sheet, in pixels, once the sheet is at rest.
  get covered() {
    if (!narrow.matches) return 0;
    const foot = this.board.frame.getBoundingClientRect().bottom;
    const sheet = ifAny(document.body.dataset.sheet ?? "");
    if (!sheet?.offsetParent) return 0;
    return Math.max(foot - sheet.offsetParent.getBoundingClientRect().top - sheet.offsetTop, 0);
  }
}

/** @param {View} one @param {View} other */
function same(one, other) {
  return Math.abs(one.x - other.x) < 0.5 && Math.abs(one.y - other.y) < 0.5 && Math.abs(one.scale / other.scale - 1) < 0.001;
}
