// Reads the line while one types; without this script the button does.

import { byId, form, input } from "../game/dom.js";

const READ_AFTER_MS = 350;

let timer = 0;
let asked = 0;

async function read() {
  const number = ++asked;
  const wanted = new URLSearchParams({ text: input("try-text").value, to: input("try-to").value });
  try {
    const answer = await fetch(`${form("try").action}?${wanted}&part`);
    const markup = await answer.text();
    if (number === asked) byId("try-result").innerHTML = markup; // of our own server, which escapes what it is given
    history.replaceState(null, "", `?${wanted}`);
  } catch {
    // The button still asks for the whole page.
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(read, READ_AFTER_MS);
}

byId("try-text").addEventListener("input", soon);
byId("try-to").addEventListener("change", soon);
form("try").addEventListener("submit", (event) => (event.preventDefault(), clearTimeout(timer), void read()));
document.documentElement.dataset.page = "ready";
