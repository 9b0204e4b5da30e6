// The dialog in which a game against bots begins with the position that is looked at.

import { button, byId, findAll, form } from "../game/dom.js";
import { post } from "../game/post.js";

/** @typedef {{units: string[], centers: Record<string, string[]>, dislodged: {unit: string}[]}} Owned */
/** @typedef {{url: string, token: string, position: () => Record<string, unknown>, rules: () => string}} Parts */

/** @param {Parts} parts */
export function listenToBegin({ url, token, position, rules }) {
  button("begin-open").addEventListener("click", () => {
    error("");
    const alive = owners(/** @type {Owned} */ (/** @type {unknown} */ (position())));
    for (const radio of radios()) {
      radio.disabled = radio.value !== "" && !alive.has(radio.value);
      if (radio.disabled && radio.checked) radios()[0].checked = true;
    }
  });
  form("begin-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    button("begin-button").disabled = true;
    error("");
    const chosen = Object.fromEntries(new FormData(form("begin-form")));
    const reply = await post(url, token, JSON.stringify({ ...chosen, position: position(), rules: rules() }));
    if (reply.type === "begun") return location.assign(reply.url);
    error(reply.message);
    button("begin-button").disabled = false;
  });
}

/** @returns {HTMLInputElement[]} */
const radios = () => /** @type {HTMLInputElement[]} */ (findAll(byId("begin"), "input[name=power]"));

/** @param {Owned} position */
const owners = ({ units, centers, dislodged }) =>
  new Set([
    ...[...units, ...dislodged.map(({ unit }) => unit)].map((unit) => unit.slice(0, 3)),
    ...Object.keys(centers).filter((power) => centers[power].length),
  ]);

/** @param {string} words */
function error(words) {
  byId("begin-error").textContent = words;
  byId("begin-error").hidden = !words;
}
