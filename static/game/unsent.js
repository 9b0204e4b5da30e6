// Orders that the server does not have and that have no row of their own: typed ones, and those that were refused after
// they had to wait.

import { byId, h, icon } from "./dom.js";
import { province } from "./grammar.js";
import { waitingWords } from "./outbox.js";

/** @import {Place} from "../wire.d.ts" */
/** @import {Outbox, WaitingOrder} from "./outbox.js" */

/** @param {Outbox} outbox @param {{phase: string, places: Record<string, Place>}} now */
export function showUnsent(outbox, { phase, places }) {
  const loose = outbox.orders.filter(({ state, command, slot }) => state === "refused" || command.phase !== phase || !slot || !places[province(slot)]);
  byId("unsent").replaceChildren(...loose.map((item) => row(item, () => outbox.drop(item.mark))));
}

/** @param {WaitingOrder} item @param {() => void} drop */
function row(item, drop) {
  const refused = item.state === "refused";
  const words = wordsOf(item.command);
  return h(
    "li",
    { class: "order-item unsent-item" },
    h(
      "p",
      { class: "order-row" },
      icon(refused ? "warn" : "undo"),
      h("span", { class: "order-words" }, h("b", {}, words), " ", h("span", { class: "order-verb" }, refused ? "was not saved" : waitingWords(item))),
      refused ? h("span", { class: "order-note order-note-rose" }, item.words) : "",
    ),
    refused ? h("button", { type: "button", class: "icon-button order-cancel", "aria-label": `Forget: ${words}`, title: "Forget it", onclick: drop }, icon("close")) : "",
  );
}

/** @param {WaitingOrder["command"]} command */
function wordsOf(command) {
  if (command.type === "order") return command.text;
  if (command.type === "cancel") return `Taking back ${command.unit}`;
  return command.ready ? "Ready" : "Not ready";
}
