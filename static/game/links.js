// The address of the page and the links to the phase that is shown.

import { anchor, findAll } from "./dom.js";
import { toast } from "./notices.js";

/**
 * The phase on the board is this one; the latest needs no name in the address.
 * @param {import("../wire.d.ts").Urls} urls
 * @param {string} phase
 * @param {boolean} latest
 */
export function linkTo(urls, phase, latest) {
  const url = new URL(location.href);
  if (latest) url.searchParams.delete("phase");
  else url.searchParams.set("phase", phase);
  history.replaceState(null, "", url);
  const link = new URL(url);
  link.searchParams.set("phase", phase);
  anchor("phase-link").href = link.href;
  for (const each of findAll(document, "[data-sandbox]")) each.setAttribute("href", urls.sandbox.replace("PHASE", phase));
  for (const kind of /** @type {const} */ (["svg", "png"])) anchor(`save-${kind}`).href = `${urls[kind].replace("PHASE", phase)}?download`;
}

// The link to the phase is copied; where that is not allowed it is followed.
export function copyOnClick() {
  const link = anchor("phase-link");
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(link.href);
      toast("The link to this phase is copied.");
    } catch {
      location.assign(link.href);
    }
  });
}
