/* Hanging a painting, to play with: the reader is Tònia and asks; templates/research/living/painting.html. */

import { byId, h, input } from "../game/dom.js";
import { HIGHEST, HOLDERS, NAIL, act, begin, odds, propose } from "./painting_rules.js";

/** @import { Arms, Asked, Holder, Legs, World } from "./painting_rules.js" */

const NAMES = { bep: "Bep", joan: "Joan" };
const LEGS = { stay: "stay", wall: "step to the wall", away: "step away from the wall", left: "step left", right: "step right" };
const ARMS = { keep: "keep the arms", raise: "raise the arms", lower: "lower the arms" };
const STEP = 46;
const SVG = "http://www.w3.org/2000/svg";

/** @type {World} */
let world = begin();

const room = byId("room");
const log = byId("log");
const forms = /** @type {HTMLFormElement[]} */ (Array.from(document.querySelectorAll(".painting-ask")));

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes, words = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = words;
  room.append(element);
}

/** @param {number} x @param {number} y @returns {[number, number]} */
const at = (x, y) => [46 + x * STEP, 56 + y * STEP];

function show() {
  room.replaceChildren();
  draw("rect", { class: "painting-wall", x: 8, y: 8, width: 444, height: 14 });
  const [nail] = at(NAIL, 0);
  draw("line", { class: "painting-place", x1: nail - STEP, x2: nail + STEP, y1: 30, y2: 30 });
  const [bep, joan] = [world.places.bep, world.places.joan];
  const [[x1, y1], [x2, y2]] = [at(bep.x, bep.y), at(joan.x, joan.y)];
  draw("line", { class: world.end === "fallen" ? "painting-broken" : "painting-canvas", x1, y1, x2, y2 });
  for (const holder of HOLDERS) {
    const place = world.places[holder];
    const [x, y] = at(place.x, place.y);
    draw("circle", { class: "painting-holder", cx: x, cy: y, r: 15 });
    draw("text", { class: "painting-letter", x, y: y + 5 }, NAMES[holder][0]);
    draw("text", { class: "painting-arms", x, y: y + 32 }, `arms ${place.arms} of ${HIGHEST}`);
  }
  const [x, y] = at(NAIL, 4);
  draw("circle", { class: "painting-you", cx: x, cy: y, r: 15 });
  draw("text", { class: "painting-letter", x, y: y + 5 }, "T");
  byId("room-words").textContent = words();
  for (const form of forms) {
    const holder = /** @type {Holder} */ (form.dataset.holder);
    const { legs, arms } = world.agreed[holder];
    /** @type {HTMLElement} */ (form.querySelector("[data-agreed]")).textContent = legs || arms ? `Agreed: ${said(world.agreed[holder])}.` : "Nothing agreed.";
    for (const each of Array.from(form.elements)) /** @type {HTMLButtonElement} */ (each).disabled = Boolean(world.end);
  }
  /** @type {HTMLButtonElement} */ (byId("act")).disabled = Boolean(world.end);
}

function words() {
  if (world.end === "fallen") return `The painting fell in move ${world.moves}: the two did not do the same. Begin again.`;
  if (world.end === "hung") return `It hangs, after ${world.moves} moves. Four are enough.`;
  const { bep } = world.places;
  const right = NAIL - 1 - bep.x;
  const needs = [
    right > 0 && `${right} to the right`, right < 0 && `${-right} to the left`, bep.y > 0 && `${bep.y} to the wall`,
    bep.arms < HIGHEST && "arms higher",
  ].filter(Boolean);
  const { plans, whole } = odds(world);
  return `You see: it has to go ${needs.join(", ") || "nowhere, it is there"}. Of ${plans} plans that Bep and Joan may still choose, ${whole} ${whole === 1 ? "keeps" : "keep"} it whole.`;
}

/** @param {Asked} asked */
function said({ legs, arms }) {
  return [legs && LEGS[legs], arms && ARMS[arms]].filter(Boolean).join(" and ");
}

/** @param {string} text */
function note(text) {
  log.append(h("li", {}, text));
  log.scrollTop = log.scrollHeight;
}

/** @param {string} from @param {Holder} holder @param {Asked} asked */
function ask(from, holder, asked) {
  const answer = propose(world, holder, asked);
  world = answer.world;
  note(`${from} to ${NAMES[holder]}: ${said(asked) || "nothing"}? ${NAMES[holder]}: ${answer.accepted ? "Agreed." : `No. ${answer.why}`}`);
  return answer.accepted;
}

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const holder = /** @type {Holder} */ (form.dataset.holder);
    const given = new FormData(form);
    const asked = { legs: /** @type {Legs | null} */ (given.get("legs") || null), arms: /** @type {Arms | null} */ (given.get("arms") || null) };
    const other = holder === "bep" ? "joan" : "bep";
    if (ask("You", holder, asked) && input("brothers").checked) ask(NAMES[holder], other, asked);
    show();
  });
}

byId("act").addEventListener("click", () => {
  const { world: next, done } = act(world, Math.random);
  world = next;
  note(`Move ${world.moves}. ${HOLDERS.map((each) => `${NAMES[each]}: ${said(done[each])}`).join("; ")}.`);
  show();
  if (world.end) note(words());
});

byId("again").addEventListener("click", () => {
  world = begin();
  log.replaceChildren();
  show();
});

show();
