// The waiting room: seats fill while one looks, and when the game begins everybody is taken there.

import { offerCopy } from "../copy.js";
import { swap, watchLobby } from "./live.js";

const room = /** @type {HTMLElement} */ (document.getElementById("waiting"));

async function refresh() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  if (new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("waiting");
  if (fresh) swap(room, fresh.childNodes);
  offerCopy();
}

watchLobby(room, refresh, room.dataset.waiting);
