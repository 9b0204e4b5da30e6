// The board in the page: swaps what the server drew, lights provinces, says where things are.
// It decides nothing and draws nothing but the wash over lit provinces and the ring about a chosen unit.

import { svgElements, calm } from "./dom.js";
import { PanZoom } from "./panzoom.js";
import { province } from "./grammar.js";

const SVG = "http://www.w3.org/2000/svg";
const TOKEN_PX = 25; // a token's width on the screen where the whole board is seen, if there is room
const TOKEN_UNITS = 28; // the same as drawn, in board units
const MOST_GROWTH = 1.4; // tokens larger than this against the map would cover each other
const LABEL_UNITS = 16; // height of names as drawn
const LABEL_PX = 8.5; // names smaller than this on the screen are left out
const AIM_UNITS = 26; // half the width of what one aims at in a province, on the board
const AIM_PX = 20; // and on the screen at least
const PHASE_MS = 600;

export class Board {
  constructor(frame, places, { onPick, onVoid, onOrder, onNavigate, onDoubleTap }) {
    this.frame = frame;
    this.places = places;
    this.svg = frame.querySelector("svg.board");
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.onPick = onPick;
    this.marks = { lit: [], chosen: null, subject: null };
    this.panzoom = new PanZoom(frame, this.svg, {
      onChange: (settled) => this.onView(settled),
      onDoubleTap: (event) => onDoubleTap(this.provinceUnder(event)),
    });
    this.onView(true);
    this.svg.addEventListener("click", (event) => {
      const place = this.provinceUnder(event);
      if (place) onPick(place);
      else onVoid();
    });
    this.svg.addEventListener("keydown", (event) => {
      const place = this.provinceOf(event.target);
      if (!place) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        onPick(place);
      } else onNavigate(event, place);
    });
    for (const name of ["pointerover", "focusin"]) {
      this.svg.addEventListener(name, (event) => onOrder(event.target.closest("[data-order]")));
    }
    for (const name of ["pointerout", "focusout"]) this.svg.addEventListener(name, () => onOrder(null));
  }

  provinceOf(element) {
    const holder = element.closest?.("[data-province], [data-unit], [data-target]");
    if (!holder) return null;
    const { target, province: place, unit } = holder.dataset;
    return target ?? place ?? unit;
  }

  // An arrow may lie over the province that was meant.
  provinceUnder(event) {
    const found = this.provinceOf(event.target);
    if (found) return found;
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = this.provinceOf(element);
      if (place) return place;
    }
    return null;
  }

  // Tokens and labels keep about their size on the screen while the map grows beneath them. Only once
  // the board rests: a change of size draws all of it anew.
  onView(settled) {
    const { panzoom } = this;
    if (!panzoom) return;
    if (settled) {
      const { scale } = panzoom.view;
      const zoom = scale / panzoom.whole;
      const wanted = (TOKEN_PX * Math.min(zoom, 4) ** 0.35) / TOKEN_UNITS;
      const growth = Math.min(wanted / scale, MOST_GROWTH);
      this.svg.style.setProperty("--token-scale", growth.toFixed(3));
      this.svg.classList.toggle("is-far", LABEL_UNITS * growth * scale < LABEL_PX);
    }
    this.onMoved?.();
  }

  layer(name) {
    return this.svg.querySelector(`#layer-${name}`);
  }

  // Put freshly drawn layers in place of the old ones: {id: markup}.
  swap(layers, { fade = false } = {}) {
    for (const [id, markup] of Object.entries(layers)) {
      const old = this.svg.querySelector(`#${CSS.escape(id)}`);
      const [fresh] = svgElements(markup);
      if (!old || !fresh) continue;
      if (fade && !calm.matches && id === "layer-orders") fresh.classList.add("is-fresh");
      old.replaceWith(fresh);
    }
    this.light(this.marks);
  }

  // Light the provinces a click may go to; mark the chosen unit and the one it helps.
  light(marks) {
    this.marks = marks;
    const { lit, chosen, subject, describe } = marks;
    const layer = this.layer("targets");
    const focused = document.activeElement?.closest?.("[data-target]")?.dataset.target;
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
    this.svg.classList.toggle("is-choosing", lit.length > 0);
    if (focused && lit.includes(focused)) this.focusTarget(focused);
  }

  wash(place, css) {
    const element = document.createElementNS(SVG, "path");
    element.setAttribute("d", this.svg.querySelector(`#province-${place}`)?.getAttribute("d") ?? "");
    element.setAttribute("class", css);
    return element;
  }

  ring(region, css) {
    const place = document.createElementNS(SVG, "g");
    const { x, y } = this.pointOf(region);
    place.setAttribute("transform", `translate(${x} ${y})`);
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("class", `token ring-mark ${css}`);
    circle.setAttribute("r", "19");
    place.append(circle);
    return place;
  }

  focusTarget(place) {
    this.layer("targets").querySelector(`[data-target="${place}"]`)?.focus({ preventScroll: true });
    this.panzoom.reveal(this.pointOf(place));
  }

  // Where a unit stands, or would stand, in board units. The beaten unit of a province goes before the victor.
  pointOf(region) {
    const place = province(region);
    const beaten = this.svg.querySelector(`.unit.dislodged[data-unit="${place}"]`);
    const unit = beaten ?? this.svg.querySelector(`.unit[data-unit="${place}"]`);
    const moved = region.length === 3 && unit ? /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(unit.getAttribute("transform")) : null;
    if (moved) return { x: Number(moved[1]), y: Number(moved[2]) };
    const { at, coasts } = this.places[place];
    const [x, y] = coasts[region.slice(4)] ?? at;
    return { x, y };
  }

  // The part of a province about its unit's place, in pixels of the frame: what one aims at.
  boxOf(place) {
    const { scale } = this.panzoom.view;
    const [x, y] = this.places[place].at;
    const middle = this.toFrame({ x, y });
    const reach = Math.max(AIM_UNITS * scale, AIM_PX);
    return { x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach };
  }

  // The same point in pixels of the frame, for what is laid over the map.
  toFrame(point) {
    const { x, y, scale } = this.panzoom.view;
    return { x: (point.x - x) * scale, y: (point.y - y) * scale };
  }

  // The lit province nearest in a direction, for the arrow keys.
  neighbour(place, direction) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[direction];
    const here = this.pointOf(place);
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
