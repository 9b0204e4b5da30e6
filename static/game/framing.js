// Framing of a phone's map. It moves by itself for two reasons: a sheet comes up over my units, or a unit is chosen some
// of whose targets are out of sight. It moves no further than needed, never under a finger, and goes back when the
// reason is gone, unless somebody moved it meanwhile.

import { ifAny, narrow } from "./dom.js";

/** @import {Point, View} from "./shapes.d.ts" */

const LEAST = 120; // px of the map that must be seen for anything to be shown in them

export class Framing {
  /** @param {{frame: HTMLElement, panzoom: import("./panzoom.js").PanZoom, ownPoints: () => Point[]}} board */
  constructor(board) {
    this.board = board;
    /** @type {Point[]} the chosen unit and its targets */
    this.aims = [];
    /** @type {View | null} the view before the map moved by itself */
    this.before = null;
    /** @type {View | null} the view this module asked for last */
    this.ours = null;
    this.waits = false; // for a finger to leave the map
    for (const name of ["pointerup", "pointercancel"]) board.frame.addEventListener(name, () => this.waits && this.update());
  }

  // A unit is chosen, with these places to go to; none once the order is given or the choice dropped.
  /** @param {Point[]} points in board units */
  aim(points) {
    this.aims = points;
    this.update();
  }

  // A sheet came up or went, or other places are aimed at.
  update() {
    const { panzoom } = this.board;
    this.waits = panzoom.pointers.size > 0;
    if (this.waits) return;
    const now = { ...(panzoom.goal ?? panzoom.view) };
    if (this.ours && !same(now, this.ours)) this.before = this.ours = null;
    panzoom.onResize();
    panzoom.covered = this.covered;
    if (panzoom.size.height - panzoom.covered < LEAST) return;
    const points = narrow.matches && this.aims.length ? this.aims : panzoom.covered ? this.board.ownPoints() : [];
    if (points.length) this.uncover(points, now);
    else {
      if (this.before && !same(this.before, panzoom.goal ?? panzoom.view)) panzoom.moveTo(this.before, true);
      this.before = this.ours = null;
    }
  }

  /** @param {Point[]} points @param {View} now */
  uncover(points, now) {
    const { panzoom } = this.board;
    const here = panzoom.goal ?? panzoom.view;
    const from = this.before ?? now;
    const seen = [here, from].find((view) => panzoom.seesAll(points, view)) ?? panzoom.viewWithin(points, from.scale);
    const goal = panzoom.clamp(seen ?? panzoom.viewOf(points, from.scale));
    if (!same(goal, here)) panzoom.moveTo(goal, true);
    [this.before, this.ours] = [from, goal];
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
