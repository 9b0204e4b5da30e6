// Tries the API: each form sends its request with the token of the page, and shows what comes back.

import { findAll, find, form, input } from "../game/dom.js";

const LONGEST = 200_000; // characters of an answer that are shown

/** @param {HTMLFormElement} sender */
function addressOf(sender) {
  let address = sender.dataset.address ?? "";
  for (const part of /** @type {HTMLInputElement[]} */ (findAll(sender, "[data-part]"))) {
    address = address.replace(`{${part.dataset.part}}`, encodeURIComponent(part.value.trim()));
  }
  const query = new URLSearchParams();
  for (const each of /** @type {HTMLInputElement[]} */ (findAll(sender, "[data-query]"))) {
    if (each.value.trim()) query.set(each.dataset.query ?? "", each.value.trim());
  }
  return query.size ? `${address}?${query}` : address;
}

/** @param {HTMLFormElement} sender @param {AbortSignal} signal */
function request(sender, signal) {
  /** @type {Record<string, string>} */
  const headers = {};
  const token = input("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  const body = /** @type {HTMLTextAreaElement | null} */ (sender.querySelector("[data-body]"));
  if (body) headers["Content-Type"] = "application/json";
  // The session is none of the API's business.
  return fetch(addressOf(sender), { method: sender.dataset.method, headers, body: body?.value, credentials: "omit", signal });
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {HTMLFormElement} sender */
function prepare(sender) {
  const answer = /** @type {HTMLElement} */ (find(sender, "[data-answer]"));
  const status = /** @type {HTMLElement} */ (find(sender, "[data-status]"));
  const stop = /** @type {HTMLButtonElement | null} */ (sender.querySelector("[data-stop]"));
  let running = new AbortController();

  /** @param {Response} response */
  const follow = async (response) => {
    if (!response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      answer.textContent = ((answer.textContent ?? "") + part.value).slice(-LONGEST);
      answer.scrollTop = answer.scrollHeight;
    }
  };

  const send = async () => {
    running.abort();
    running = new AbortController();
    answer.textContent = "";
    answer.hidden = false;
    status.textContent = "…";
    if (stop) stop.hidden = false;
    try {
      const response = await request(sender, running.signal);
      const left = response.headers.get("RateLimit");
      status.textContent = [`${response.status} ${response.statusText}`.trim(), left ? `left: ${left}` : ""].filter(Boolean).join("; ");
      if ("stream" in sender.dataset && response.ok) await follow(response);
      else answer.textContent = pretty(await response.text()).slice(0, LONGEST);
    } catch {
      if (!running.signal.aborted) status.textContent = "No answer. Is the site there?";
    }
    if (stop) stop.hidden = true;
  };

  sender.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  stop?.addEventListener("click", () => running.abort());
}

form("token-form").addEventListener("submit", (event) => event.preventDefault());
for (const sender of /** @type {HTMLFormElement[]} */ (findAll(document, ".api-form"))) prepare(sender);
