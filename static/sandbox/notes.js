// Comments on positions, and arrows and circles drawn on the board.

import { button, byId, input, svgElements } from "../game/dom.js";
import { status } from "../game/notices.js";
import { here, readMarks, toggled, withNotes } from "./tree.js";

/** @import {Board} from "../game/board.js" */
/** @import {Tree} from "./tree.js" */
/** @import {Place} from "../wire.d.ts" */

const GAP = 16; // an arrow ends so far before the middle of a place
const RING = 22;
const HEAD = 15;

export class Notes {
  drawing = false;
  /** @type {string | null} where an arrow begins that is drawn now */
  from = null;

  /** @param {{map: Board, places: Record<string, Place>, tree: () => Tree, keep: (tree: Tree) => void, onEnd: () => unknown}} parts */
  constructor({ map, places, tree, keep, onEnd }) {
    this.map = map;
    this.places = places;
    this.tree = tree;
    this.keep = keep;
    this.onEnd = onEnd;
    this.layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.layer.setAttribute("class", "layer notes-layer");
    this.layer.setAttribute("aria-hidden", "true");
    map.svg.append(this.layer);
    this.text = /** @type {HTMLTextAreaElement} */ (byId("note-text"));
    this.text.addEventListener("input", () => this.write({ text: this.text.value }));
    input("note-marks").addEventListener("change", () => {
      const typed = input("note-marks").value;
      const marks = readMarks(typed, places);
      this.write({ marks });
      const parts = typed.split(/[,;\n]/).filter((part) => part.trim()).length;
      if (marks.length < parts) status("Some of this is no arrow and no circle.", "Write PAR - BUR or MUN.", { complaint: true });
      input("note-marks").value = marks.join(", ");
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.end());
    button("note-draw").addEventListener("click", () => (this.drawing ? this.end() : this.begin()));
  }

  begin() {
    this.drawing = true;
    this.from = null;
    button("note-draw").setAttribute("aria-pressed", "true");
    status("Click where an arrow begins.", "The same place twice draws a circle.");
  }

  end() {
    if (!this.drawing) return;
    this.drawing = false;
    this.from = null;
    button("note-draw").setAttribute("aria-pressed", "false");
    this.onEnd();
  }

  /** A click on the board while one draws. @param {string} place */
  pick(place) {
    if (!this.from) {
      this.from = place;
      return status(`From ${this.places[place].name}.`, "Click where the arrow ends, or the same place for a circle.");
    }
    const mark = this.from === place ? place : `${this.from} - ${place}`;
    this.from = null;
    this.write({ marks: toggled(here(this.tree()).marks ?? [], mark) });
    input("note-marks").value = (here(this.tree()).marks ?? []).join(", ");
    status("Click where the next arrow begins.", "Drawn once more, it is removed.");
  }

  /** @param {{text?: string, marks?: string[]}} notes */
  write(notes) {
    this.keep(withNotes(this.tree(), notes));
    this.draw();
  }

  /** The notes of the position that is looked at. */
  show() {
    const { text = "", marks = [] } = here(this.tree());
    if (this.text.value !== text) this.text.value = text;
    input("note-marks").value = marks.join(", ");
    this.from = null;
    this.draw();
  }

  draw() {
    const { text = "", marks = [] } = here(this.tree());
    byId("comment").textContent = text;
    byId("comment").hidden = !text.trim();
    this.layer.replaceChildren(...svgElements(marks.map((mark) => this.drawn(mark)).join("")));
  }

  /** @param {string} mark */
  drawn(mark) {
    const [from, to] = mark.split(" - ");
    if (!(from in this.places) || (to && !(to in this.places))) return "";
    const a = this.map.pointOf(from);
    if (!to) return `<circle cx="${a.x}" cy="${a.y}" r="${RING}"/>`;
    const b = this.map.pointOf(to);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const [tipX, tipY] = [b.x - dx * GAP, b.y - dy * GAP];
    const [endX, endY] = [tipX - dx * HEAD, tipY - dy * HEAD];
    const wing = HEAD * 0.6;
    const head = `${tipX},${tipY} ${endX - dy * wing},${endY + dx * wing} ${endX + dy * wing},${endY - dx * wing}`;
    return `<line x1="${a.x + dx * GAP}" y1="${a.y + dy * GAP}" x2="${endX}" y2="${endY}"/><polygon points="${head}"/>`;
  }
}
