// Views of the board: which part of it a frame shows. A view is in board units: x, y of the upper left corner of the
// frame, and scale in pixels per unit.

/** @import {Point, View} from "./shapes.d.ts" */

export const MOST = 7; // largest magnification, as a multiple of the whole board
// The part of the board on which anything ever stands: what lies beyond may be cut off so that the frame is filled.
const CORE = { left: 0.055, right: 0.993, top: 0.007, bottom: 0.993 };
const MARGIN = 0.18; // share of the frame left free about what is to be seen
const EDGE_PX = 24; // px within the frame from which a point is seen well
const LARGE = 3.2; // largest magnification at which points are shown, as a multiple of the whole board

export class Views {
  /** @param {HTMLElement} frame @param {{width: number, height: number}} board */
  constructor(frame, { width, height }) {
    this.frame = frame;
    this.board = { width, height };
    this.covered = 0; // px at the foot of the frame that something lies over
  }

  get size() {
    return { width: this.frame.clientWidth || 1, height: this.frame.clientHeight || 1 };
  }

  // The scale at which the whole board is seen. A frame of about the board's shape is filled.
  get whole() {
    const [across, down] = [this.size.width / this.board.width, this.size.height / this.board.height];
    const core = Math.min(across / (CORE.right - CORE.left), down / (CORE.bottom - CORE.top));
    return Math.max(Math.min(across, down), Math.min(Math.max(across, down), core));
  }

  viewOfAll() {
    const center = {
      x: (this.board.width * (CORE.left + CORE.right)) / 2,
      y: (this.board.height * (CORE.top + CORE.bottom)) / 2,
    };
    return { ...this.cornerFor(center, this.whole), scale: this.whole };
  }

  // The least scale at which nothing but board is seen.
  get filled() {
    return Math.max(this.size.width / this.board.width, (this.size.height - this.covered) / this.board.height);
  }

  get large() {
    return this.whole * LARGE;
  }

  /** @param {Point} center @param {number} scale */
  cornerFor(center, scale) {
    const { width, height } = this.size;
    return { x: center.x - width / scale / 2, y: center.y - height / scale / 2 };
  }

  // The view of these points, with a margin, in the part of the frame that nothing lies over.
  /** @param {Point[]} points @param {number} most @param {number} least */
  viewOf(points, most = this.large, least = this.whole) {
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const { width } = this.size;
    const height = this.size.height - this.covered;
    const spanX = Math.max(...xs) - Math.min(...xs) + 60;
    const spanY = Math.max(...ys) - Math.min(...ys) + 60;
    const fitting = Math.min((width * (1 - MARGIN)) / spanX, (height * (1 - MARGIN)) / spanY);
    const scale = Math.max(Math.min(fitting, most), least);
    const middle = { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 };
    const center = { x: middle.x, y: middle.y + this.covered / scale / 2 };
    return { ...this.cornerFor(center, scale), scale };
  }

  // The view of these points that shows nothing beyond the board; null where some of them would be out of sight.
  /** @param {Point[]} points @param {number} most */
  viewWithin(points, most = this.large) {
    const view = this.clamp(this.viewOf(points, Math.max(most, this.filled), this.filled));
    return this.seesAll(points, view) ? view : null;
  }

  // True if a board point lies this many pixels inside the part of the frame that nothing lies over, or as far as the edge
  // of the board lets it.
  /** @param {Point} point @param {number} margin @param {View} view */
  sees(point, margin, { x, y, scale }) {
    const room = margin / scale;
    /** @param {number} value @param {number} from @param {number} to @param {number} all */
    const within = (value, from, to, all) => value - from > Math.min(room, value) - 0.5 && to - value > Math.min(room, all - value) - 0.5;
    const { width, height } = this.size;
    return within(point.x, x, x + width / scale, this.board.width) && within(point.y, y, y + (height - this.covered) / scale, this.board.height);
  }

  /** @param {Point[]} points @param {View} view */
  seesAll(points, view) {
    return points.every((point) => this.sees(point, EDGE_PX, view));
  }

  // Keep the board in the frame: its edges never leave the frame's, or it stands in the middle.
  /** @param {View} view @returns {View} */
  clamp(view) {
    const { width, height } = this.size;
    const scale = Math.min(Math.max(view.scale, this.whole), this.whole * MOST);
    /** @param {number} value @param {number} seen @param {number} all */
    const along = (value, seen, all, past = 0) =>
      seen >= all + past ? (all + past - seen) / 2 : Math.min(Math.max(value, 0), all + past - seen);
    return {
      x: along(view.x, width / scale, this.board.width),
      y: along(view.y, height / scale, this.board.height, this.covered / scale),
      scale,
    };
  }
}
