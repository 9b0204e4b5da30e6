// The tree of variations, drawn: a button for each position, a line from each to what followed from it.

import { byId, find, h } from "../game/dom.js";
import { layout, lineOf } from "./tree.js";

/** @import {CodeWords} from "../wire.d.ts" */
/** @import {Tree} from "./tree.js" */

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 96; // px from column to column
const HIGH = 50; // px from row to row
const MIDDLE = 22; // px from the top of a row to the middle of its buttons

/** @param {string} phase @param {CodeWords} words @returns {[string, string]} `Fall 1901`, and what follows where it is no movement */
function titleOf(phase, words) {
  const season = words.seasons[/** @type {"S" | "F" | "W"} */ (phase[0])];
  return [`${season} ${phase.slice(1, -1)}`, words.stages[phase.at(-1) ?? ""].replace(", ", "")];
}

/** @param {Tree} tree @param {CodeWords} words @param {(id: number) => unknown} onGo */
export function drawTree(tree, words, onGo) {
  const places = layout(tree);
  const at = new Map(places.map((each) => [each.id, each]));
  const line = new Set(lineOf(tree));
  const [columns, rows] = [Math.max(...places.map((each) => each.column)) + 1, Math.max(...places.map((each) => each.row)) + 1];
  const lines = byId("tree-lines");
  lines.replaceChildren();
  lines.setAttribute("width", String(columns * WIDE));
  lines.setAttribute("height", String(rows * HIGH));
  for (const { id, column, row } of places) {
    const from = at.get(tree.nodes[id].parent ?? -1);
    if (!from) continue;
    const [x, y, startX, startY] = [column * WIDE, row * HIGH + MIDDLE, from.column * WIDE + WIDE / 2, from.row * HIGH + MIDDLE];
    const way = document.createElementNS(SVG, "path");
    way.setAttribute("d", y === startY ? `M${startX} ${y}H${x + 8}` : `M${startX} ${startY}V${y - 10}q0 10 10 10H${x + 8}`);
    way.setAttribute("class", line.has(id) ? "is-line" : "");
    lines.append(way);
  }
  const element = byId("tree");
  const hadFocus = element.contains(document.activeElement);
  element.style.setProperty("--columns", String(columns));
  element.style.setProperty("--rows", String(rows));
  element.replaceChildren(
    ...places.map(({ id, column, row }) => {
      const [turn, stage] = titleOf(String(tree.nodes[id].position.phase), words);
      const label = [turn, stage, row ? `variation ${row}` : ""].filter(Boolean).join(", ");
      return h(
        "li",
        { style: { "--column": String(column), "--row": String(row) } },
        h(
          "button",
          { type: "button", class: "sandbox-node", "data-node": String(id), "aria-current": id === tree.at ? "true" : null, "aria-label": label, onclick: () => onGo(id) },
          h("span", {}, turn),
          stage ? h("span", {}, stage) : "",
        ),
      );
    }),
  );
  const now = find(element, "[aria-current]");
  if (hadFocus) now?.focus({ preventScroll: true });
  const frame = element.parentElement;
  if (now && frame) frame.scrollLeft = (now.parentElement?.offsetLeft ?? 0) - frame.clientWidth / 2 + WIDE / 2;
}
