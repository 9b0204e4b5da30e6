// Setting up a position: units and centers by clicks and drags on the board, the season, or all of it as text.

import { button, byId, findAll, form, input } from "../game/dom.js";
import { status } from "../game/notices.js";
import { province } from "../game/grammar.js";
import * as settings from "./setting.js";

/** @import {Place, SandboxBoard} from "../wire.d.ts" */
/** @import {Board} from "../game/board.js" */
/** @import {Position} from "./tree.js" */

const DRAG_PX = 6; // a pointer that went less far has clicked

/** @type {Record<string, string>} */
const WHAT = { army: "Click where an army stands.", fleet: "Click where a fleet stands; once more for another coast.", center: "Click a supply center to change its owner.", erase: "Click a unit to take it away." };

export class Setup {
  /**
   * @param {{map: Board, places: Record<string, Place>, powers: Record<string, string>, send: (act: Record<string, unknown>) => Promise<any>,
   *   onDone: (position: Position) => unknown, onCancel: () => unknown, onPower: () => void}} parts
   */
  constructor({ map, places, powers, send, onDone, onCancel, onPower }) {
    this.map = map;
    this.places = places;
    this.powers = powers;
    this.send = send;
    this.onPower = onPower;
    this.on = false;
    this.power = "FRA";
    this.tool = "army";
    /** @type {settings.Setting} */
    this.setting = { phase: "S1901M", units: [], centers: {} };
    /** @type {Position | null} the last position that could stand */
    this.position = null;
    /** @type {settings.Setting[]} */
    this.past = [];
    this.dropped = false;
    this.text = /** @type {HTMLTextAreaElement} */ (byId("setup-text"));
    /** @type {string} the text as it was shown: what somebody is writing in its place is kept */
    this.shown = "";
    /** @type {string} the position now, as text */
    this.written = "";
    this.text.addEventListener("blur", () => this.showText());
    this.season = /** @type {HTMLSelectElement} */ (byId("setup-season"));
    this.year = input("setup-year");
    /** @type {Promise<unknown>} the answer to the last change: the next one is made of what it led to */
    this.last = Promise.resolve();
    for (const each of findAll(document, "[data-tool]")) each.addEventListener("click", () => this.take(each.dataset.tool ?? ""));
    // The choice at that time: an answer that comes before this change has its turn writes what it knows into both.
    this.season.addEventListener("change", () => {
      const season = this.season.value;
      this.change((now) => settings.withTurn(now, season, settings.yearOf(now)));
    });
    this.year.addEventListener("change", () => {
      const year = Number(this.year.value);
      this.change((now) => settings.withTurn(now, now.phase[0], year || settings.yearOf(now)));
    });
    button("setup-empty").addEventListener("click", () => this.change((now) => ({ ...now, units: [], centers: {} })));
    button("setup-undo").addEventListener("click", () => this.undo());
    button("setup-done").addEventListener("click", async () => {
      await this.last;
      if (this.position) onDone(this.position);
    });
    button("setup-cancel").addEventListener("click", () => onCancel());
    form("setup-form").addEventListener("submit", (event) => (event.preventDefault(), this.read()));
    this.listenToDrags();
  }

  /** @param {Position} position */
  begin(position) {
    this.on = true;
    this.past = [];
    this.shown = this.written = this.text.value;
    this.setting = settings.settingOf(position);
    const opened = this.send({ do: "open", position: this.setting, orders: {} });
    this.last = Promise.all([opened, this.last]).then(([reply]) => this.show(reply)).then(() => this.on && this.take(this.tool));
  }

  end() {
    this.on = false;
  }

  /** @param {string} power */
  choose(power) {
    this.power = power;
    if (this.tool === "erase") this.tool = "army";
    this.take(this.tool);
  }

  /** @param {string} tool */
  take(tool) {
    this.tool = tool;
    for (const each of findAll(document, "[data-tool]")) each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
    this.onPower();
    status(tool === "erase" ? "" : `${this.powers[this.power]}.`, WHAT[tool]);
  }

  /** @param {string} place */
  pick(place) {
    if (this.dropped) return;
    const { power, tool } = this;
    const coasts = Object.keys(this.places[place].coasts);
    if (tool === "erase") return this.change((now) => settings.without(now, place));
    if (tool === "center") return this.change((now) => settings.withCenter(now, power, place));
    return this.change((now) => settings.withUnit(now, power, tool === "fleet" ? "F" : "A", place, coasts));
  }

  read() {
    const text = (this.shown = this.written = this.text.value);
    return this.ask(() => ({ do: "read", text }));
  }

  undo() {
    return this.ask(() => this.past.length && { do: "open", position: this.past.at(-1) }, { back: true });
  }

  /** @param {(setting: settings.Setting) => settings.Setting} step */
  change(step) {
    return this.ask(() => {
      const position = step(this.setting);
      return position !== this.setting && { do: "open", position };
    });
  }

  /** Ask the server for a position, one after the other. @param {() => Record<string, unknown> | false | 0} act back: it was seen before */
  ask(act, { back = false } = {}) {
    this.last = this.last.then(async () => {
      const asked = act();
      const before = this.setting;
      if (!asked || !(await this.show(await this.send({ orders: {}, ...asked })))) return;
      if (back) this.past.pop();
      else this.past.push(before);
      this.tools();
    });
    return this.last;
  }

  tools() {
    button("setup-undo").disabled = !this.past.length;
  }

  /** Ask the server about a change. @param {SandboxBoard & {message?: string}} reply @returns {Promise<boolean>} whether it can stand */
  async show(reply) {
    if (!this.on) return false;
    if (reply.type !== "board") {
      status(reply.message ?? "", "", { complaint: true });
      this.showTurn();
      return false;
    }
    this.position = reply.position;
    this.setting = settings.settingOf(reply.position);
    this.map.swap(reply.layers);
    byId("turn").textContent = reply.title;
    this.written = reply.text;
    this.showText();
    this.showTurn();
    this.tools();
    status(reply.won || `${this.setting.units.length} units, ${Object.values(this.setting.centers).flat().length} owned centers.`, WHAT[this.tool]);
    return true;
  }

  // A text in which somebody is, or has written, is left alone.
  showText() {
    const { text, shown } = this;
    if (document.activeElement !== text && text.value === shown) text.value = this.shown = this.written;
  }

  showTurn() {
    this.season.value = this.setting.phase[0];
    // A year that is being typed is left alone.
    if (document.activeElement !== this.year) this.year.value = String(settings.yearOf(this.setting));
  }

  // A unit is dragged to another place, or off the board; the board itself is dragged elsewhere.
  listenToDrags() {
    const { svg } = this.map;
    /** @type {{from: string, unit: SVGGElement, x: number, y: number, far: boolean} | null} */
    let held = null;
    svg.addEventListener("pointerdown", (event) => {
      const unit = /** @type {SVGGElement | null} */ (/** @type {Element} */ (event.target).closest(".unit"));
      this.dropped = false;
      if (!this.on || !unit || event.button) return;
      held = { from: province(unit.dataset.unit ?? ""), unit, x: event.clientX, y: event.clientY, far: false };
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (!held) return;
      event.stopPropagation(); // the board stays where it is
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      held.far ||= Math.hypot(dx, dy) > DRAG_PX;
      const { scale } = this.map.panzoom.view;
      if (held.far) held.unit.style.setProperty("translate", `${dx / scale}px ${dy / scale}px`);
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (!held) return;
      const { from, unit, far } = held;
      held = null;
      unit.style.removeProperty("translate");
      if (!far || event.type === "pointercancel") return;
      this.dropped = true;
      unit.style.setProperty("pointer-events", "none");
      const to = this.map.provinceUnder(event);
      unit.style.removeProperty("pointer-events");
      void this.change((now) => settings.moved(now, from, to, to ? Object.keys(this.places[to].coasts) : []));
    };
    svg.addEventListener("pointerup", end);
    svg.addEventListener("pointercancel", end);
  }
}
