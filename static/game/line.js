// State of the connection: the dot in the header and its words.

import { byId } from "./dom.js";
import { news, status } from "./notices.js";

/** @type {Record<string, string>} */
const WORDS = {
  open: "Connected",
  poor: "The connection is poor: your orders still go through, but news may come late",
  lost: "Connection lost, trying again; your orders are kept and sent later",
  gone: "This game is not open to you any more",
};

/** @param {{status: string}} connection @param {import("./outbox.js").Outbox} outbox */
export function showLine({ status: word }, outbox) {
  if (!word) return;
  const dot = byId("line");
  const waiting = outbox.held.filter((item) => item.state !== "refused").length;
  const words = waiting ? `${WORDS[word]}. ${waiting} ${waiting === 1 ? "thing waits" : "things wait"} to be sent` : WORDS[word];
  byId("line-words").textContent = dot.title = words;
  if (dot.dataset.line === word) return;
  dot.dataset.line = word;
  if (word === "lost" || word === "poor") news(`${words}.`);
  if (word === "gone") status(`${words}.`, "", { complaint: true });
}
