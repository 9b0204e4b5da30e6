// Moving and magnifying the board: wheel, drag with inertia, pinch, keys and buttons.
//
// While a gesture runs the finished picture is only moved and stretched (cheap, on the compositor);
// when it comes to rest the viewBox is set and the board drawn sharp again.

import { calm, within } from "./dom.js";
import { MOST, Views } from "./views.js";

/** @import {Point, View} from "./shapes.d.ts" */

const DRAG_FROM = 6; // px a pointer must travel before a click becomes a drag
const SETTLE_AFTER = 140; // ms of rest before the board is drawn sharp
const FRICTION = 0.0045; // share of speed lost per ms
const TAP_GAP = 320; // ms between the taps of a double tap

export class PanZoom extends Views {
  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} svg
   * @param {{onChange: (settled: boolean) => void, onDoubleTap: (event: PointerEvent) => void}} how
   */
  constructor(frame, svg, { onChange, onDoubleTap }) {
    super(frame, svg.viewBox.baseVal);
    this.svg = svg;
    this.onChange = onChange;
    this.onDoubleTap = onDoubleTap;
    /** @type {Map<number, Point & {time: number}>} */
    this.pointers = new Map();
    /** @type {Point} where the one pointer came down */
    this.start = { x: 0, y: 0 };
    /** @type {View} */
    this.view = { x: 0, y: 0, scale: 1 };
    /** @type {View | null} where the board is on its way to */
    this.goal = null;
    /** @type {number | undefined} of the frame, when it last changed its size */
    this.width = undefined;
    /** @type {number | undefined} */
    this.height = undefined;
    this.settled = { ...this.view };
    this.dragged = false;
    this.caught = false; // whether the pointer came down while the board moved by itself
    this.velocity = { x: 0, y: 0 };
    this.animation = 0; // the next step of a movement of its own, 0 at rest
    this.timer = 0;
    this.lastTap = { time: 0, x: 0, y: 0 };
    this.fitted = 1; // the scale at which the whole board was seen when the frame last changed its size
    frame.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.onDown(event));
    frame.addEventListener("pointermove", (event) => this.onMove(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) frame.addEventListener(name, (event) => this.onUp(event));
    // A drag that ends over a province must not pick it, nor a click on a board that was still on its way: what
    // was aimed at lies elsewhere by now. Clicks made by keys have no detail.
    frame.addEventListener("click", (event) => (this.dragged || (this.caught && event.detail)) && event.stopPropagation(), {
      capture: true,
    });
    new ResizeObserver(() => this.onResize()).observe(frame);
    this.onResize();
  }

  onResize() {
    const { width, height } = this.size;
    if (width === this.width && height === this.height) return;
    // A board that was seen whole stays whole. Else what was in the middle stays there, magnified as much as before;
    // on its way somewhere the board goes there at once.
    const { scale } = this.goal ?? this.view;
    const zoom = this.width === undefined ? 1 : scale / this.fitted;
    const center = this.center(this.goal ?? this.view);
    this.width = width;
    this.height = height;
    this.fitted = this.whole;
    if (zoom < 1.01) this.fit();
    else this.moveTo({ ...this.cornerFor(center, zoom * this.fitted), scale: zoom * this.fitted }, false);
    this.settle();
  }

  /** @param {View} view */
  center({ x, y, scale }) {
    const { width = 0, height = 0 } = this;
    return { x: x + width / scale / 2, y: y + height / scale / 2 };
  }

  // The whole board.
  fit(animated = false) {
    this.moveTo(this.viewOfAll(), animated);
  }

  // Show these board points, at this scale at most.
  /** @param {Point[]} points */
  show(points, most = this.large) {
    if (points.length) this.moveTo(this.viewWithin(points, most) ?? this.viewOf(points, most), true);
  }

  // Bring a board point into view without changing the scale.
  /** @param {Point} point */
  reveal(point, margin = 60) {
    const now = this.goal ?? this.view;
    if (this.sees(point, margin, now)) return;
    const { scale } = now;
    const center = { x: point.x, y: point.y + this.covered / scale / 2 };
    this.moveTo({ ...this.cornerFor(center, scale), scale }, true);
  }

  /** @param {number} factor @param {Point} at in pixels of the frame */
  zoomBy(factor, at = { x: (this.width ?? 0) / 2, y: (this.height ?? 0) / 2 }, animated = false) {
    const { x, y, scale } = this.view;
    const next = Math.min(Math.max(scale * factor, this.whole), this.whole * MOST);
    const point = { x: x + at.x / scale, y: y + at.y / scale };
    this.moveTo({ x: point.x - at.x / next, y: point.y - at.y / next, scale: next }, animated);
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy, animated = false) {
    const { x, y, scale } = this.view;
    this.moveTo({ x: x - dx / scale, y: y - dy / scale, scale }, animated);
  }

  /** @param {View} view @param {boolean} animated */
  moveTo(view, animated) {
    const goal = this.clamp(view);
    this.halt();
    if (!animated || calm.matches) {
      this.view = goal;
      this.draw();
      this.rest();
      return;
    }
    this.goal = goal;
    const from = { ...this.view };
    const began = performance.now();
    this.run((now) => {
      const share = Math.min(Math.max(now - began, 0) / 260, 1);
      const eased = 1 - (1 - share) ** 3;
      const scale = from.scale * (goal.scale / from.scale) ** eased;
      const mix = (/** @type {number} */ one, /** @type {number} */ other) => one + (other - one) * eased;
      this.view = share < 1 ? { x: mix(from.x, goal.x), y: mix(from.y, goal.y), scale } : goal;
      this.draw();
      return share < 1;
    });
  }

  // Move by itself, one step(now) a frame, while the step says that there is more to come.
  /** @param {(now: number) => boolean} step */
  run(step) {
    this.frame.dataset.moving = "";
    clearTimeout(this.timer);
    const next = (/** @type {number} */ now) => {
      if (step(now)) this.animation = requestAnimationFrame(next);
      else {
        this.halt();
        this.rest();
      }
    };
    this.animation = requestAnimationFrame(next);
  }

  halt() {
    cancelAnimationFrame(this.animation);
    this.animation = 0;
    this.goal = null;
  }

  // Draw sharp soon, unless it moves on.
  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), SETTLE_AFTER);
  }

  draw() {
    const { x, y, scale } = this.view;
    const was = this.settled;
    this.svg.style.transform =
      `translate(${(was.x - x) * scale}px, ${(was.y - y) * scale}px) scale(${scale / was.scale})`;
    this.frame.dataset.moving = "";
    this.onChange(false);
  }

  settle() {
    clearTimeout(this.timer);
    if (this.pointers.size > 1) return;
    delete this.frame.dataset.moving;
    const { x, y, scale } = this.view;
    const { width, height } = this.size;
    this.settled = { ...this.view };
    this.svg.setAttribute("viewBox", `${x} ${y} ${width / scale} ${height / scale}`);
    this.svg.style.transform = "";
    this.onChange(true);
  }

  /** @param {MouseEvent} event @returns {Point} */
  local(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (within(event, "[data-overlay]")) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const delta = Math.max(-120, Math.min(120, event.deltaY * lines));
    this.zoomBy(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.002)), this.local(event));
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    const aside = event.button !== 0 || within(event, "[data-overlay]") !== null;
    this.caught = !aside && this.animation !== 0;
    if (aside) return;
    if (this.caught) this.moveTo(this.goal ?? this.view, false);
    this.pointers.set(event.pointerId, { ...this.local(event), time: event.timeStamp });
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.start = this.local(event);
      this.velocity = { x: 0, y: 0 };
    }
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = this.local(event);
    if (this.pointers.size === 1) {
      if (!this.dragged && Math.hypot(now.x - this.start.x, now.y - this.start.y) < DRAG_FROM) return;
      if (!this.dragged) this.grab(event);
      const passed = Math.max(event.timeStamp - last.time, 1);
      const speed = { x: (now.x - last.x) / passed, y: (now.y - last.y) / passed };
      this.velocity = { x: (this.velocity.x + speed.x) / 2, y: (this.velocity.y + speed.y) / 2 };
      this.panBy(now.x - last.x, now.y - last.y);
    } else {
      this.grab(event);
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const before = Math.hypot(last.x - other.x, last.y - other.y) || 1;
      const after = Math.hypot(now.x - other.x, now.y - other.y) || 1;
      const middle = { x: (last.x + other.x) / 2, y: (last.y + other.y) / 2 };
      this.zoomBy(after / before, middle);
      this.panBy((now.x - last.x) / 2, (now.y - last.y) / 2);
    }
    this.pointers.set(event.pointerId, { ...now, time: event.timeStamp });
  }

  /** @param {PointerEvent} event */
  grab(event) {
    if (!this.dragged) this.frame.dataset.dragging = "";
    this.dragged = true;
    this.frame.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    this.pointers.delete(event.pointerId);
    if (this.pointers.size) return;
    delete this.frame.dataset.dragging;
    if (!this.dragged) {
      this.tap(event);
      return;
    }
    // The click that follows a drag comes before this runs.
    setTimeout(() => (this.dragged = false));
    if (event.timeStamp - last.time < 60 && !calm.matches) this.glide();
    else this.settle();
  }

  glide() {
    let { x, y } = this.velocity;
    let before = performance.now();
    this.run((now) => {
      const passed = Math.min(now - before, 50);
      before = now;
      const left = Math.exp(-FRICTION * passed);
      x *= left;
      y *= left;
      this.view = this.clamp({
        ...this.view,
        x: this.view.x - (x * passed) / this.view.scale,
        y: this.view.y - (y * passed) / this.view.scale,
      });
      this.draw();
      return Math.hypot(x, y) >= 0.02;
    });
  }

  /** @param {PointerEvent} event */
  tap(event) {
    if (event.pointerType !== "touch") return;
    const at = this.local(event);
    const { time, x, y } = this.lastTap;
    const twice = event.timeStamp - time < TAP_GAP && Math.hypot(at.x - x, at.y - y) < 30;
    this.lastTap = twice ? { time: 0, x: 0, y: 0 } : { time: event.timeStamp, ...at };
    if (twice) this.onDoubleTap(event);
  }
}
