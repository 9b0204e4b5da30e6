// The buttons about the board, and the field in which orders are typed.

import { byId, dialog, input, kept } from "./dom.js";
import { copyOnClick } from "./links.js";

/**
 * @param {{board: import("./board.js").Board, entry: import("./entry.js").Entry}} parts
 * @returns {{help: () => void, isHelping: () => boolean}}
 */
export function control({ board, entry }) {
  const helping = dialog("help");
  const help = () => helping.showModal();
  byId("waive").addEventListener("click", () => entry.waive());
  byId("help-button").addEventListener("click", help);
  byId("zoom-in").addEventListener("click", () => board.panzoom.zoomBy(1.5, undefined, true));
  byId("zoom-out").addEventListener("click", () => board.panzoom.zoomBy(1 / 1.5, undefined, true));
  byId("zoom-fit").addEventListener("click", () => board.panzoom.fit(true));
  byId("zoom-mine").addEventListener("click", () => entry.showMine());
  copyOnClick();
  takeTyped(entry);
  keepMemory(board);
  return { help, isHelping: () => helping.open };
}

/** @param {import("./entry.js").Entry} entry */
function takeTyped(entry) {
  const field = input("order-text");
  byId("orders-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (field.value.trim()) field.value = await entry.orders.write(field.value);
  });
  // A field of one line would take the line breaks of a pasted list for blanks.
  field.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const list = pasted.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean).join("; ");
    field.setRangeText(list, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  });
}

/** Keep or hide the last turn's orders on the map, drawn faintly. @param {import("./board.js").Board} board */
function keepMemory(board) {
  const memory = byId("memory");
  const show = (/** @type {boolean} */ on) => {
    memory.setAttribute("aria-pressed", String(on));
    board.svg.classList.toggle("no-memory", !on);
    board.placeLabels();
    kept.set("memory", on);
  };
  memory.addEventListener("click", () => show(memory.getAttribute("aria-pressed") !== "true"));
  show(kept.get("memory") ?? true);
}
