// Places of names on the map: the usual place, unless something would cover it.
//
// The server writes every name beside its province's token, with the size of its box. Here the names get a size one can
// read at any magnification, and those that a token, a dot, an arrow or another name would cover step aside. All
// numbers are board units unless they say px.

import { find, findAll } from "./dom.js";

const LAND_PX = 10.5; // least height of a land's letters on the screen
const LETTERS = { short: 16, long: 13 }; // their height as drawn
const CROWDED = 0.3; // px per unit below which a name that finds no free place is left out
const ROUNDS = 6;
const ARMY = { x: 0, y: 0, w: 31, h: 31 }; // what tokens take with their halo: middle, width, height
const FLEET = { x: 0, y: -1, w: 37, h: 26 };
const BEATEN = { x: 4.5, y: -5.8, w: 26, h: 30 }; // with its flag
const RING = { x: 0, y: 0, w: 44, h: 44 }; // about a unit that holds or is helped to
const DOT = { x: 0, y: 0, w: 11, h: 11 };
const AROUND = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 0.7], [-1, 0.7], [1, -0.7], [-1, -0.7]];
const ARROW_STEP = 10; // how far apart the points of an arrow are that count
// An arrow through a name is less bad than a name in a neighbour's land, and that less than a name one cannot read.
const ROOM = 19; // what a name in full may cost, less than two of five points in another's land: else its code is written
const COST = { token: 120, name: 90, edge: 70, dot: 20, arrow: 2, arrows: 8, outside: 10, moved: 4, far: 0.08 };

/** @import {Point} from "./shapes.d.ts" */
/** @typedef {Point & {w: number, h: number}} Shape a box about its middle */
/** @typedef {Point & {cost: number, beside: boolean}} Spot a place that a name may take; beside: next to its unit's */
/**
 * @typedef {Shape & {beside: boolean, element: HTMLElement, code: string, at: Point, usual: Point, brief: boolean, size: number, places: Spot[], out: boolean, rests: boolean}} Name
 *   at: where its province's unit stands; usual: where it is drawn, from there; brief: whether it is shortened;
 *   rests: whether it is where it was before
 */

/** @typedef {{shape: SVGPathElement, sea: boolean, box: DOMRect}} Outline */

/** @param {SVGPathElement} shape @returns {Outline} */
const outlineOf = (shape) => ({ shape, sea: shape.classList.contains("sea"), box: shape.getBBox() });

const TRANSLATE = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/;

/** @param {Element | null | undefined} element @returns {Point} */
function pointOf(element) {
  const found = TRANSLATE.exec(element?.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : { x: 0, y: 0 };
}

/** @param {Point} point @param {Shape} shape @param {number} grow @returns {Shape} */
function boxAt(point, shape, grow) {
  return { x: point.x + shape.x * grow, y: point.y + shape.y * grow, w: shape.w * grow, h: shape.h * grow };
}

/** @param {Shape} one @param {Shape} other */
function touch(one, other) {
  return Math.abs(one.x - other.x) < (one.w + other.w) / 2 && Math.abs(one.y - other.y) < (one.h + other.h) / 2;
}

// "30 12" as width and height.
/** @param {string | undefined} box */
function measured(box) {
  const [w, h] = (box ?? "").split(" ").map(Number);
  return { w, h };
}

export class Labels {
  // board: its width and height.
  /** @param {SVGSVGElement} svg @param {{width: number, height: number}} board */
  constructor(svg, board) {
    this.svg = svg;
    this.board = board;
    const shapes = (/** @type {string} */ css) => [.../** @type {NodeListOf<SVGPathElement>} */ (svg.querySelectorAll(css))];
    const outlines = shapes("#layer-provinces .province").map(outlineOf);
    this.outlines = new Map(outlines.map((outline) => [outline.shape.id.slice(-3), outline]));
    this.lands = [...outlines.filter(({ sea }) => !sea), ...shapes(".barren:not(.islands)").map(outlineOf)];
    /** @type {Map<string, number>} */
    this.insides = new Map();
    /** @type {Map<string, number>} which of its places a name took last */
    this.taken = new Map();
    /** @type {Name[]} as they are written now */
    this.names = [];
    /** @type {Shape[]} */
    this.tokens = [];
    /** @type {Shape[]} */
    this.dots = [];
    /** @type {Shape[]} */
    this.arrows = [];
  }

  // Another board: every name may go back to its usual place.
  forget() {
    this.taken.clear();
  }

  // Write all names anew. grow: how much tokens grow against the map; scale: px per board unit.
  /** @param {number} grow @param {number} scale */
  place(grow, scale) {
    this.names = []; // where names are switched off none can be tapped
    const layer = this.svg.querySelector("#layer-labels");
    const elements = layer ? findAll(layer, ".name") : [];
    if (!layer || !elements.length) return;
    const long = layer.querySelector(".label.long") !== null;
    const size = (/** @type {number} */ letters) => Math.max(grow, LAND_PX / (letters * scale));
    this.tokens = this.tokensOf(grow);
    this.dots = [...this.svg.querySelectorAll("#layer-centers .center")].map((dot) => {
      const [unit, offset] = [pointOf(dot), pointOf(dot.querySelector(".offset"))];
      return boxAt({ x: unit.x + offset.x * grow, y: unit.y + offset.y * grow }, DOT, grow);
    });
    this.arrows = this.arrowPoints();
    const names = elements.map((element) => this.nameOf(element, grow, size(long ? LETTERS.long : LETTERS.short)));
    for (const name of names) this.resume(name);
    this.settle(names);
    // In full where there is room at its own place, else the code.
    const cramped = long ? names.filter((name) => name.code && this.cost(name, names) + COST.outside * this.outside(name) > ROOM) : [];
    for (const name of cramped) this.shorten(name, grow, size(LETTERS.short));
    if (cramped.length) this.settle(names);
    for (const name of cramped) this.lengthen(name, names, grow, size(LETTERS.long));
    for (const name of names) this.write(name, names, grow, scale);
    this.names = names;
  }

  // The province whose name is written at a point of the board; null where none is.
  /** @param {Point} point */
  nameAt({ x, y }) {
    return this.names.find((name) => name.code && !name.out && touch(name, { x, y, w: 0, h: 0 }))?.code ?? null;
  }

  // Units, and what my orders draw in their size: rings, and units to be built.
  /** @param {number} grow */
  tokensOf(grow) {
    const drawn = [...this.svg.querySelectorAll("#layer-orders :is(.ring, .ghost)")].map((each) =>
      boxAt(pointOf(each), each.classList.contains("ring") ? RING : ARMY, grow));
    const units = findAll(this.svg, "#layer-units .unit").map((unit) => {
      const [at, offset] = [pointOf(unit), pointOf(unit.querySelector(".offset"))];
      const shape = unit.classList.contains("dislodged") ? BEATEN : unit.dataset.kind === "F" ? FLEET : ARMY;
      return boxAt({ x: at.x + offset.x * grow, y: at.y + offset.y * grow }, shape, grow);
    });
    return [...units, ...drawn];
  }

  // Points along the arrows that matter; those of far away last turns are too faint to be in the way.
  arrowPoints() {
    const seen = this.svg.classList.contains("no-memory") ? "" : "#layer-memory .order:not(.far) > :is(.solid, .dashed) > .line, ";
    const lines = /** @type {NodeListOf<SVGPathElement>} */ (this.svg.querySelectorAll(`${seen}#layer-orders .order > :is(.solid, .dashed) > .line`));
    return [...lines].flatMap((line) => {
      const length = line.getTotalLength();
      const count = Math.max(Math.round(length / ARROW_STEP), 1);
      return Array.from({ length: count + 1 }, (_, index) => {
        const { x, y } = line.getPointAtLength((length * index) / count);
        return { x, y, w: 0, h: 0 };
      });
    });
  }

  /** @param {HTMLElement} element @param {number} grow @param {number} size */
  nameOf(element, grow, size) {
    const at = pointOf(element);
    /** @type {Name} */
    const name = {
      ...at, w: 0, h: 0, beside: true, element, code: element.dataset.name ?? "", at, usual: pointOf(element.querySelector(".offset")), brief: false, size, places: [], out: false, rests: false,
    };
    return this.sized(name, measured(element.dataset.box), grow, size);
  }

  // Begin where the name was before, so that it does not jump while the map is moved or orders are drawn.
  /** @param {Name} name */
  resume(name) {
    const place = name.code ? name.places[this.taken.get(name.code) ?? 0] : null;
    if (!place || !this.taken.has(name.code)) return;
    Object.assign(name, { x: place.x, y: place.y, beside: place.beside, rests: true });
  }

  // In full again, where the others that were shortened have left room.
  /** @param {Name} name @param {Name[]} names @param {number} grow @param {number} size */
  lengthen(name, names, grow, size) {
    const brief = { ...name };
    name.brief = false;
    this.sized(name, measured(name.element.dataset.box), grow, size);
    const best = this.best(name, names);
    if (best.cost <= ROOM) Object.assign(name, { x: best.x, y: best.y, beside: best.beside });
    else Object.assign(name, brief);
  }

  /** @param {Name} name @param {number} grow @param {number} size */
  shorten(name, grow, size) {
    name.brief = true;
    this.sized(name, measured(name.element.dataset.briefBox), grow, size);
  }

  // The places a name may take, its usual one first. Letters that grow more than tokens do keep clear of their own.
  /** @param {Name} name @param {{w: number, h: number}} box @param {number} grow @param {number} size */
  sized(name, { w, h }, grow, size) {
    const { at, usual } = name;
    const [wide, high] = [w * size, h * size];
    const more = size - grow;
    const aside = (/** @type {number} */ value, /** @type {number} */ half) => value * grow + (Math.abs(value) > 12 ? Math.sign(value) * half * more : 0);
    const places = [{ x: at.x + aside(usual.x, w / 2), y: at.y + aside(usual.y, h / 2), cost: 0, beside: true }];
    const reach = name.code ? { x: (19 * grow + wide / 2), y: (16 * grow + high / 2) } : { x: wide * 0.9, y: high * 1.2 };
    for (const share of [1, 1.35, 1.75]) {
      for (const [dx, dy] of AROUND) places.push({ x: at.x + dx * reach.x * share, y: at.y + dy * reach.y * share, cost: 0, beside: share === 1 });
    }
    if (name.code) places.push({ ...at, cost: 0, beside: true });
    const [first] = places;
    for (const place of places.slice(1)) place.cost = COST.moved + COST.far * Math.hypot(place.x - first.x, place.y - first.y);
    Object.assign(name, { w: wide, h: high, size, places, x: first.x, y: first.y, beside: true });
    return name;
  }

  /** @param {Name[]} names */
  settle(names) {
    for (let round = 0; round < ROUNDS; round += 1) {
      let moved = false;
      for (const name of names) {
        if (name.rests && this.cost(name, names) <= COST.arrows) continue;
        if (name.x === name.places[0].x && name.y === name.places[0].y && !this.cost(name, names)) continue;
        const best = this.best(name, names);
        if (best.x === name.x && best.y === name.y) continue;
        Object.assign(name, { x: best.x, y: best.y, beside: best.beside, rests: false });
        moved = true;
      }
      if (!moved) return;
    }
  }

  // The least bad of a name's places.
  /** @param {Name} name @param {Name[]} names @returns {Spot} */
  best(name, names) {
    /** @type {Spot} */
    let best = { ...name.places[0], cost: Infinity };
    for (const place of name.places) {
      const there = { ...name, x: place.x, y: place.y, beside: place.beside };
      let cost = place.cost + this.cost(there, names, name);
      if (cost >= best.cost) continue;
      cost += COST.outside * this.outside(there);
      if (cost < best.cost) best = { ...place, cost };
    }
    return best;
  }

  /** @param {Name} name @param {Name[]} names */
  cost(name, names, self = name) {
    const count = (/** @type {Shape[]} */ boxes) => boxes.reduce((sum, box) => sum + (touch(name, box) ? 1 : 0), 0);
    const others = names.reduce((sum, other) => sum + (other !== self && touch(name, other) ? 1 : 0), 0);
    const crossed = Math.min(COST.arrow * count(this.arrows), COST.arrows);
    const edge = this.isOverEdge(name) ? COST.edge : 0;
    return COST.token * count(this.tokens) + COST.name * others + COST.dot * count(this.dots) + crossed + edge;
  }

  /** @param {Shape} box */
  isOverEdge({ x, y, w, h }) {
    const { width, height } = this.board;
    return x < w / 2 || y < h / 2 || x > width - w / 2 || y > height - h / 2;
  }

  /** @param {Name} name @param {Name[]} names */
  covered(name, names) {
    return this.tokens.some((box) => touch(name, box)) || names.some((other) => other !== name && touch(name, other));
  }

  // Count those of five points of the box that lie where the name would be taken for another's: a sea's name outside it, a land's
  // in another land, also in one that nobody may enter. Beside its unit's place a land's name may reach over water.
  /** @param {Name} name */
  outside({ code, x, y, w, h, beside }) {
    if (!code) return 0;
    const key = `${code} ${Math.round(x)} ${Math.round(y)} ${Math.round(w)} ${beside}`;
    let outside = this.insides.get(key);
    if (outside === undefined) {
      const points = [[0, 0], [-0.45, -0.4], [0.45, -0.4], [-0.45, 0.4], [0.45, 0.4]];
      outside = points.filter(([dx, dy]) => this.isAstray(code, new DOMPoint(x + dx * w, y + dy * h), beside)).length;
      this.insides.set(key, outside);
    }
    return outside;
  }

  /** @param {string} code @param {DOMPoint} point @param {boolean} beside */
  isAstray(code, point, beside) {
    const own = this.outlines.get(code);
    if (!own || own.shape.isPointInFill(point)) return false;
    if (own.sea || !beside) return true;
    const holds = (/** @type {Outline} */ { shape, box }) =>
      point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height && shape.isPointInFill(point);
    return this.lands.some(holds);
  }

  /** @param {Name} name @param {Name[]} names @param {number} grow @param {number} scale */
  write(name, names, grow, scale) {
    const { element, at, size, x, y, code, places } = name;
    if (code) this.taken.set(code, Math.max(places.findIndex((place) => place.x === x && place.y === y), 0));
    const offset = find(element, ".offset");
    const moved = `translate(${((x - at.x) / grow).toFixed(1)}px, ${((y - at.y) / grow).toFixed(1)}px) scale(${(size / grow).toFixed(3)})`;
    if (offset && offset.style.transform !== moved) offset.style.transform = moved;
    element.classList.toggle("is-brief", name.brief);
    const out = scale < CROWDED && this.covered(name, names.filter((other) => !other.out));
    name.out = out;
    element.classList.toggle("is-out", out);
  }
}
