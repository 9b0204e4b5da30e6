// The dialogs of the sandbox, and the link under which a tree is kept.

import { anchor, button, byId, dialog, findAll, input } from "../game/dom.js";
import { post } from "../game/post.js";

/** @param {{url: string, token: string, tree: () => unknown}} parts */
export function listen({ url, token, tree }) {
  for (const opener of findAll(document, "[data-dialog]")) {
    opener.addEventListener("click", () => {
      if (opener.dataset.dialog === "share") made(false);
      error("");
      for (const open of findAll(document, "dialog[open]")) dialog(open.id).close();
      dialog(opener.dataset.dialog ?? "").showModal();
    });
  }
  button("share-button").addEventListener("click", async () => {
    button("share-button").disabled = true;
    error("");
    const reply = await post(url, token, JSON.stringify(tree()));
    if (reply.type === "shared") show(reply);
    else error(reply.message);
    button("share-button").disabled = false;
  });
}

/** @param {import("../wire.d.ts").SandboxShared} reply */
function show({ url, text, json }) {
  input("share-link").value = url;
  anchor("share-text").href = text;
  anchor("share-json").href = json;
  made(true);
  input("share-link").select();
}

/** @param {boolean} is */
function made(is) {
  byId("share-make").hidden = is;
  byId("share-made").hidden = !is;
}

/** @param {string} words */
function error(words) {
  byId("share-error").textContent = words;
  byId("share-error").hidden = !words;
}
