// The dialog in which a sandbox is kept as a study.

import { button, byId, find, form } from "../game/dom.js";
import { post } from "../game/post.js";

/** @import {SandboxStudy} from "../wire.d.ts" */

/** @param {{url: string, token: string, study: SandboxStudy | null, tree: () => unknown}} parts */
export function listenToStudy({ url, token, study, tree }) {
  form("study-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    button("study-button").disabled = true;
    byId("study-error").hidden = true;
    const given = new FormData(form("study-form"));
    const slug = study?.is_own && !given.has("is_new") ? study.slug : "";
    const sent = { slug, version: study?.version ?? "", title: given.get("title"), is_public: given.has("is_public"), tree: tree() };
    const reply = await post(url, token, JSON.stringify(sent));
    if (reply.type === "saved") return location.assign(reply.url);
    byId("study-error").textContent = reply.message;
    byId("study-error").hidden = false;
    const anew = find(form("study-form"), "[name=is_new]");
    if (reply.code === "changed" && anew instanceof HTMLInputElement) {
      // The other window's text stays; this one is kept beside it.
      anew.checked = true;
      byId("study-other").hidden = false;
    }
    button("study-button").disabled = false;
  });
}
