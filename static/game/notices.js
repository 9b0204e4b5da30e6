// Notices: the status line under the map, one toast at a time, and news for screen readers.

import { byId, gesture, h } from "./dom.js";

// Seconds to read a toast to its end; a tap on it ends it at once.
const TOAST_MS = 5000;
const TOAST_MS_PER_LETTER = 90;

/** @import {Action} from "./shapes.d.ts" */

let toastTimer = 0;

/** @param {string} text @param {Action | null} action */
export function toast(text, action = null) {
  clearTimeout(toastTimer);
  document.querySelector(".toast")?.remove();
  const element = h("div", { class: "toast", role: "status", "data-overlay": true, onclick: () => element.remove() }, h("span", {}, text));
  if (action) {
    element.append(
      h("button", { type: "button", onclick: () => action.run() }, action.label),
    );
  }
  // Over the map, where it covers neither what is written nor what is chosen from.
  byId("map").append(element);
  toastTimer = setTimeout(() => element.remove(), TOAST_MS + TOAST_MS_PER_LETTER * text.length);
}

/** @param {string} text */
export function news(text) {
  const region = byId("news");
  region.append(h("p", {}, text));
  while (region.children.length > 5) region.firstChild?.remove();
}

// lead is what stands, rest what is wanted; a complaint stays until the next word.
/** @param {string} lead */
export function status(lead, rest = "", { complaint = false } = {}) {
  const line = byId("status");
  line.classList.toggle("is-complaint", complaint);
  byId("status-lead").textContent = lead;
  byId("status-rest").textContent = gesture(rest);
}
