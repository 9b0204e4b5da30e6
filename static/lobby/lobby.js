// The lobby: the list of open games keeps itself up to date.

import { swap, watchLobby } from "./live.js";
import { stepThrough } from "./steps.js";

const list = /** @type {HTMLElement} */ (document.getElementById("open-games"));

async function refresh() {
  // An open menu is in use: the next change, or the next look around, brings the list up to date.
  if (list.querySelector("details[open]")) return;
  const answer = await fetch(list.dataset.live ?? "", { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  swap(list, page.body.childNodes);
}

watchLobby(list, refresh);
stepThrough(/** @type {HTMLFormElement} */ (document.getElementById("table-form")));

// Quiet hours are those of this clock.
const zone = /** @type {HTMLInputElement | null} */ (document.querySelector("#table-form [name=zone]"));
if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
