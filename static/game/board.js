// The board in the page: swaps what the server drew, lights provinces, says where things are.
// It decides nothing and draws nothing but the wash over lit provinces and the ring about a chosen unit.

import { calm, find, findAll, focused, svgElements, within } from "./dom.js";
import { Framing } from "./framing.js";
import { Labels } from "./labels.js";
import { PanZoom } from "./panzoom.js";
import { Tools } from "./tools.js";
import { province } from "./grammar.js";

const SVG = "http://www.w3.org/2000/svg";
const TOKEN_PX = 25; // a token's width on the screen where the whole board is seen, if there is room
const TOKEN_UNITS = 28; // the same as drawn, in board units
const MOST_GROWTH = 1.6; // tokens larger than this against the map would cover each other
const AIM_UNITS = 26; // half the width of what one aims at in a province, on the board
const AIM_PX = 20; // and on the screen at least
const OUTLINE_WEIGHT = 0.01; // how much the rest of a province counts against it
const PHASE_MS = 600;
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const RING = 19; // radius about a token, and about the smaller one of a unit that was beaten
const SMALL_RING = 15;

/** @import {Place} from "../wire.d.ts" */
/** @import {Box, Point} from "./shapes.d.ts" */
/**
 * @typedef {{lit: string[], chosen: string | null, subject: string | null, describe?: (place: string) => string}} Marks
 *   lit: the provinces a click may go to; describe: what that means, for those who hear the page
 */

export class Board {
  // Called when the board has moved under what is laid over it; `settled`: it has come to rest.
  /** @param {boolean} _settled */
  onMoved = (_settled) => {};

  /**
   * @param {HTMLElement} frame
   * @param {Record<string, Place>} places
   * @param {{onPick: (place: string) => void, onVoid: () => void, onOrder: (element: HTMLElement | null) => void,
   *   onNavigate: (event: KeyboardEvent) => void, onDoubleTap: (place: string | null) => void}} calls
   */
  constructor(frame, places, { onPick, onVoid, onOrder, onNavigate, onDoubleTap }) {
    this.frame = frame;
    this.places = places;
    this.svg = /** @type {SVGSVGElement} */ (frame.querySelector("svg.board"));
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.onPick = onPick;
    this.growth = 1;
    /** @type {Marks} */
    this.marks = { lit: [], chosen: null, subject: null };
    this.labels = new Labels(this.svg, { width: this.svg.viewBox.baseVal.width, height: this.svg.viewBox.baseVal.height });
    this.panzoom = new PanZoom(frame, this.svg, {
      onChange: (settled) => this.onView(settled),
      onDoubleTap: (event) => onDoubleTap(this.provinceUnder(event)),
    });
    this.framing = new Framing(this);
    this.tools = new Tools(frame);
    this.onView(true);
    this.svg.addEventListener("click", (event) => {
      const place = this.provinceUnder(event);
      if (place) onPick(place);
      else onVoid();
    });
    this.svg.addEventListener("keydown", (event) => {
      const place = this.provinceOf(/** @type {Element} */ (event.target));
      if (!place) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        onPick(place);
      } else if (event.key in STEPS) onNavigate(event);
    });
    for (const name of ["pointerover", "focusin"]) {
      this.svg.addEventListener(name, (event) => onOrder(within(event, "[data-order]")));
    }
    for (const name of ["pointerout", "focusout"]) this.svg.addEventListener(name, () => onOrder(null));
  }

  /** @param {Element} element */
  provinceOf(element) {
    const holder = /** @type {HTMLElement | null} */ (element.closest?.("[data-province], [data-unit], [data-target]"));
    if (!holder) return null;
    const { target, province: place, unit } = holder.dataset;
    return target ?? place ?? unit ?? null;
  }

  // A tap on a name means the place that it names, also where its letters reach into a neighbour's land; a unit is meant
  // itself. An arrow may lie over the province that was meant.
  /** @param {MouseEvent} event */
  provinceUnder(event) {
    const target = /** @type {Element} */ (event.target);
    const found = this.provinceOf(target);
    const named = target.closest?.(".unit") ? null : this.nameUnder(event);
    if (named && (!this.svg.classList.contains("is-choosing") || this.marks.lit.includes(named))) return named;
    if (found) return found;
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = this.provinceOf(element);
      if (place) return place;
    }
    return null;
  }

  /** @param {MouseEvent} event */
  nameUnder({ clientX, clientY }) {
    const seen = this.svg.getScreenCTM();
    return seen && this.labels.nameAt(new DOMPoint(clientX, clientY).matrixTransform(seen.inverse()));
  }

  // Tokens and labels keep about their size on the screen while the map grows beneath them. Only once
  // the board rests: a change of size draws all of it anew.
  /** @param {boolean} settled */
  onView(settled) {
    const { panzoom } = this;
    if (!panzoom) return;
    if (settled) {
      const { scale } = panzoom.view;
      const zoom = scale / panzoom.whole;
      const wanted = (TOKEN_PX * Math.min(zoom, 4) ** 0.35) / TOKEN_UNITS;
      this.growth = Math.min(wanted / scale, MOST_GROWTH);
      this.svg.style.setProperty("--token-scale", this.growth.toFixed(3));
      this.placeLabels();
      this.clearTools();
    }
    this.onMoved(settled);
  }

  placeLabels() {
    this.labels.place(this.growth, this.panzoom.view.scale);
  }

  clearTools() {
    const units = findAll(this.svg, ".unit").map((unit) => unit.dataset.region ?? "");
    this.tools.keepClear([...units, ...this.marks.lit].map((region) => this.toFrame(this.pointOf(region))));
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGGElement} */ (this.svg.querySelector(`#layer-${name}`));
  }

  // Put freshly drawn layers in place of the old ones: {id: markup}.
  /** @param {Record<string, string>} layers */
  swap(layers, { fade = false } = {}) {
    for (const [id, markup] of Object.entries(layers)) {
      const old = this.svg.querySelector(`#${CSS.escape(id)}`);
      const [fresh] = svgElements(markup);
      if (!old || !fresh) continue;
      if (fade && !calm.matches && id === "layer-orders") fresh.classList.add("is-fresh");
      old.replaceWith(fresh);
    }
    if ("layer-units" in layers) this.labels.forget();
    this.placeLabels();
    this.light(this.marks);
  }

  // Light the provinces a click may go to; mark the chosen unit and the one it helps.
  // While nothing is chosen the lit ones are those where something is due.
  /** @param {Marks} marks */
  light(marks) {
    this.marks = marks;
    const { lit, chosen, subject, describe } = marks;
    const layer = this.layer("targets");
    const from = /** @type {HTMLElement | null | undefined} */ (focused()?.closest("[data-target]"))?.dataset.target;
    layer.replaceChildren(
      ...lit.map((place) => {
        const element = this.wash(place, "target");
        element.dataset.target = place;
        element.setAttribute("tabindex", "-1");
        element.setAttribute("role", "button");
        element.setAttribute("aria-label", describe ? describe(place) : place);
        return element;
      }),
      ...(chosen ? [this.ring(chosen, "is-chosen")] : []),
      ...(subject ? [this.ring(subject, "is-subject")] : []),
    );
    this.svg.classList.toggle("is-choosing", Boolean(chosen) && lit.length > 0);
    this.clearTools();
    if (from && lit.includes(from)) this.focusTarget(from);
  }

  /** @param {string} place @param {string} css */
  wash(place, css) {
    const element = document.createElementNS(SVG, "path");
    element.setAttribute("d", this.svg.querySelector(`#province-${place}`)?.getAttribute("d") ?? "");
    element.setAttribute("class", css);
    return element;
  }

  /** @param {string} region @param {string} css */
  ring(region, css) {
    const place = document.createElementNS(SVG, "g");
    const { x, y } = this.pointOf(region);
    place.setAttribute("transform", `translate(${x} ${y})`);
    // One that was beaten stands beside the victor, in the measure of tokens.
    const beside = translation(this.beaten(region)?.querySelector(".offset"));
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("class", `token ring-mark ${css}`);
    circle.setAttribute("r", String(beside ? SMALL_RING : RING));
    circle.setAttribute("cx", String(beside?.x ?? 0));
    circle.setAttribute("cy", String(beside?.y ?? 0));
    place.append(circle);
    return place;
  }

  /** @param {string} place */
  focusTarget(place) {
    find(this.layer("targets"), `[data-target="${place}"]`)?.focus({ preventScroll: true });
    this.panzoom.reveal(this.pointOf(place));
  }

  // Place where a unit stands, or would stand, in board units. The beaten unit of a province goes before the victor.
  /** @param {string} region @returns {Point} */
  pointOf(region) {
    const place = province(region);
    const unit = this.beaten(region) ?? this.svg.querySelector(`.unit[data-unit="${place}"]`);
    const stands = region.length === 3 && translation(unit);
    if (stands) return stands;
    const { at, coasts } = this.places[place];
    const [x, y] = coasts[region.slice(4)] ?? at;
    return { x, y };
  }

  // Show the units of who looks at the board and, as far as that needs nothing beyond the board, the places they may go
  // to; without any, all of the board.
  /** @param {string[]} reach */
  showOwn(reach = []) {
    const units = this.ownPoints();
    const all = [...units, ...reach.map((region) => this.pointOf(region))];
    if (!units.length) this.panzoom.fit(true);
    else this.panzoom.show(this.panzoom.viewWithin(all) ? all : units);
  }

  // Places of the viewer's units.
  ownPoints() {
    return findAll(this.svg, ".unit.own").map((unit) => this.pointOf(unit.dataset.region ?? ""));
  }

  /** @param {string} region */
  beaten(region) {
    return this.svg.querySelector(`.unit.dislodged[data-unit="${province(region)}"]`);
  }

  // Part of a province that a menu should leave free, in pixels of the frame: the part about its unit's place, which one
  // aims at, and with less weight all of it.
  /** @param {string} place @returns {Box[]} */
  boxesOf(place) {
    const { scale } = this.panzoom.view;
    const [x, y] = this.places[place].at;
    const middle = this.toFrame({ x, y });
    const reach = Math.max(AIM_UNITS * scale, AIM_PX);
    const aim = { x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach };
    const outline = /** @type {SVGPathElement | null} */ (this.svg.querySelector(`#province-${place}`));
    if (!outline) return [aim];
    const box = outline.getBBox();
    return [aim, { ...this.toFrame(box), width: box.width * scale, height: box.height * scale, weight: OUTLINE_WEIGHT }];
  }

  // The point in pixels of the frame, for elements over the map.
  /** @param {Point} point */
  toFrame(point) {
    const { x, y, scale } = this.panzoom.view;
    return { x: (point.x - x) * scale, y: (point.y - y) * scale };
  }

  // The lit province nearest in a direction, for the arrow keys.
  /** @param {string} place @param {string} direction */
  neighbour(place, direction) {
    const [dx, dy] = STEPS[direction];
    const here = this.pointOf(place);
    /** @type {{other: string, cost: number} | null} */
    let best = null;
    for (const other of this.marks.lit) {
      const there = this.pointOf(other);
      if (other === place || !there) continue;
      const [x, y] = [there.x - here.x, there.y - here.y];
      const along = x * dx + y * dy;
      if (along <= 1) continue;
      const cost = along + 2 * Math.abs(x * dy - y * dx);
      if (!best || cost < best.cost) best = { other, cost };
    }
    return best?.other ?? null;
  }

  // Let units glide from where they stood to where they now stand: [[from region, to region], ...].
  /** @param {[string, string][]} moves */
  glide(moves) {
    if (calm.matches) return;
    for (const [from, to] of moves) {
      const unit = this.svg.querySelector(`.unit:not(.dislodged)[data-region="${CSS.escape(to)}"]`);
      if (!unit) continue;
      const { at, coasts } = this.places[province(from)];
      const [x, y] = coasts[from.slice(4)] ?? at;
      const end = this.pointOf(province(to));
      unit.animate(
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${end.x}px, ${end.y}px)` }],
        { duration: PHASE_MS, easing: "cubic-bezier(.3, .1, .2, 1)" },
      );
    }
  }
}

// Offset of a moved element of the board, as {x, y}; null if not moved.
/** @param {Element | null | undefined} element */
function translation(element) {
  const moved = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(element?.getAttribute("transform") ?? "");
  return moved && { x: Number(moved[1]), y: Number(moved[2]) };
}
