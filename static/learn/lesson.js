// A lesson: the game's own board and order entry, with the server's verdict in place of a game.
//
// Orders of a step are kept by the tab until the step is solved. What is done is sent with them, and judged alone by that.

import { Board } from "../game/board.js";
import { button, byId, calm, data, find, findAll, gesture, h, icon, ifAny, input, kept, within } from "../game/dom.js";
import { Entry } from "../game/entry.js";
import { reach } from "../game/grammar.js";
import { status } from "../game/notices.js";
import { Panel } from "../game/panel.js";
import { post } from "../game/post.js";

/** @import {AskCommand, CancelCommand, LessonPage, LessonPromise, LessonReply, LessonSaid, OrderCommand, Sheet} from "../wire.d.ts" */

const OUTCOMES_MS = 1400; // how long the arrows stand before the units go where they lead
const TRIES_BEFORE_HELP = 2;
const EDGE = 10; // px kept free above and below what is scrolled into view

/** @type {LessonPage} */
const page = data("page");
let sheet = page.sheet;
let tries = 0;
let solved = false;

// ---- the server ---------------------------------------------------------------------------------

/** @param {Record<string, unknown>} done @returns {Promise<any>} */
const send = (done) => post(page.url, page.token, JSON.stringify({ orders: texts(), ...done }));

const texts = () => sheet.orders.map((order) => order.text);

// As the outbox of a game, for `Entry`: a command goes out, its reply comes back.
const outbox = {
  /** @param {OrderCommand | CancelCommand} command */
  async give(command) {
    const done = command.type === "cancel" ? { do: "cancel", unit: command.unit } : { do: "order", text: command.text };
    const reply = await send(done);
    hint(reply.hint ?? "");
    return reply.type === "lesson" ? { type: "sheet", sheet: reply.sheet } : reply;
  },
};
const connection = {
  /** @param {AskCommand} command */
  send: (command) => send({ do: "ask", text: command.text ?? "" }).then((reply) => (hint(reply.hint ?? ""), reply)),
};

// ---- the board ----------------------------------------------------------------------------------

const board = new Board(byId("map"), page.places, {
  onPick: (place) => entry.pick(place),
  onVoid: () => entry.back(),
  onOrder: (element) => element && !entry.draft && status(element.getAttribute("aria-label") ?? "", ""),
  onNavigate: (event) => entry.draft && entry.walk(event.key) && (event.preventDefault(), event.stopPropagation()),
  onDoubleTap: () => showUnits(),
});
const entry = new Entry({
  board,
  connection: /** @type {any} */ (connection),
  outbox: /** @type {any} */ (outbox),
  places: page.places,
  coasts: page.words.coasts,
  slug: page.key,
  onSheet: (next) => (takeSheet(next), revealOrders()),
  onDraft: () => showOrders(),
});
const panel = page.kind === "orders"
  ? new Panel({
      board,
      places: page.places,
      powers: page.powers,
      onChoose: (row) => (row.region ? entry.choose(row.region) : entry.next()),
      onCancel: (key) => entry.orders.cancel(key),
      onWrite: () => {},
      onHover: () => {},
      onUndo: () => entry.orders.undo(),
      onRedo: () => entry.orders.redo(),
      follows: false,
    })
  : null;

/** @param {Sheet} next */
function takeSheet(next) {
  sheet = next;
  kept.set(page.key, texts());
  entry.keep(sheet);
  board.swap({ "layer-orders": sheet.drawing });
  showOrders();
}

function showOrders() {
  if (!panel || !entry.options || solved) return;
  panel.mine({ sheet, options: entry.options, power: page.power, draft: entry.draft, past: entry.orders.past, agreed: [], waiting: new Map() });
}

// All units, those of others too, and every place that an order of mine may name.
function showUnits() {
  const units = findAll(board.svg, ".unit").map((unit) => unit.dataset.region ?? "");
  const points = [...units, ...(entry.options ? reach(entry.options, { far: true }) : [])].map((region) => board.pointOf(region));
  if (points.length) board.panzoom.show(points, board.panzoom.whole * 2.4);
  else board.panzoom.fit(true);
}

// ---- what is said -------------------------------------------------------------------------------

// Scroll the text so that what is new, from first to last, is seen: where that is too much, its beginning.
/** @param {Element | null} first @param {Element | null} last */
function reveal(first, last = first) {
  const text = find(document, ".lesson-text");
  if (!text || !first || !last) return;
  const box = text.getBoundingClientRect();
  const above = first.getBoundingClientRect().top - box.top - EDGE;
  const below = last.getBoundingClientRect().bottom - box.bottom + EDGE;
  if (above < 0 || below > 0) text.scrollTop += above < 0 ? above : Math.min(above, below);
}

// Orders with their warnings, and the hint about them.
function revealOrders() {
  const words = byId("lesson-hint");
  reveal(byId("lesson-orders"), words.hidden ? byId("lesson-orders") : words);
}

/** @param {string} words */
function hint(words) {
  const element = byId("lesson-hint");
  element.hidden = !words;
  element.replaceChildren(words ? h("p", {}, gesture(words)) : "");
  if (words) reveal(element);
}

/** @param {LessonSaid[]} talk */
function showTalk(talk) {
  ifAny("lesson-talk")?.replaceChildren(
    ...talk.map((each) =>
      h(
        "li",
        { class: `talk-message${each.mine ? " is-mine" : ""}` },
        each.mine ? "" : h("span", { class: "emblem emblem-small talk-face", "data-power": each.power, "aria-hidden": "true" }, each.name[0]),
        h(
          "div",
          { class: "talk-said" },
          h("p", { class: "bubble" }, h("span", { class: "visually-hidden" }, `${each.mine ? "You" : each.name}: `), each.text),
          each.heard ? h("p", { class: "talk-heard" }, icon("feather"), h("span", {}, each.heard)) : "",
        ),
      ),
    ),
  );
}

/** @param {LessonPromise[]} promises */
function showPromises(promises) {
  byId("lesson-promises").hidden = !promises.length;
  byId("promise-list").replaceChildren(
    ...promises.map((each) =>
      h(
        "li",
        { class: "promise" },
        h("span", { class: "emblem emblem-small", "data-power": each.power, "aria-hidden": "true" }, page.powers[each.power][0]),
        h("span", {}, each.words, each.reason ? h("span", { class: "promise-facts" }, each.reason) : ""),
        h("span", { class: `chip chip-${each.tone}` }, each.word),
      ),
    ),
  );
}

// ---- verdicts -----------------------------------------------------------------------------------

/** @param {LessonReply & {message?: string}} reply */
function take(reply) {
  if (reply.type !== "lesson") {
    hint([reply.message, reply.hint].filter(Boolean).join(" "));
    return;
  }
  if (!reply.solved) {
    tries += 1;
    hint(reply.hint);
    offerReadings(reply.readings);
    if (reply.layers["layer-orders"]) board.swap({ "layer-orders": reply.layers["layer-orders"] }, { fade: true });
    const show = ifAny("show");
    if (show) show.hidden = tries < TRIES_BEFORE_HELP;
    reveal(byId("lesson-hint"), show && !show.hidden ? show : byId("lesson-hint"));
    return;
  }
  finish(reply);
}

/** @param {LessonReply} reply */
function finish(reply) {
  solved = true;
  kept.set(page.key, null);
  entry.rest();
  hint("");
  for (const id of ["lesson-orders", "show", "ready", "lesson-line", "lesson-choices"]) ifAny(id)?.toggleAttribute("hidden", true);
  byId("lesson-task").hidden = true;
  if (panel) panel.tools(null);
  showTalk(reply.talk);
  showPromises(reply.promises);
  byId("lesson-trust").textContent = reply.trust;
  byId("lesson-happened").replaceChildren(
    ...reply.happened.map((fate) =>
      h(
        "li",
        { class: fate.result === "ok" ? "is-ok" : "is-fail" },
        h("span", { class: "emblem emblem-small", "data-power": fate.power, "aria-hidden": "true" }, page.powers[fate.power][0]),
        h("span", {}, fate.text),
      ),
    ),
  );
  const outcome = byId("lesson-outcome");
  outcome.hidden = !reply.happened.length;
  const next = /** @type {HTMLAnchorElement} */ (byId("lesson-next"));
  next.href = reply.next;
  next.hidden = false;
  // In the foot, where it is in sight whatever stands above.
  const done = byId("lesson-done");
  done.textContent = [page.kind === "ask" ? reply.hint : "", reply.after].filter(Boolean).join(" ");
  done.hidden = false;
  status("Done.", "");
  const fresh = page.kind === "ask" ? [] : [ifAny("lesson-talk")?.lastElementChild, byId("lesson-promises"), outcome];
  const seen = /** @type {HTMLElement[]} */ (fresh.filter((each) => each instanceof HTMLElement && !each.hidden));
  if (seen.length) reveal(seen[0], seen[seen.length - 1]);
  next.focus({ preventScroll: true });
  if (!Object.keys(reply.layers).length) return;
  board.swap(reply.layers, { fade: true });
  const settle = () => {
    board.swap(reply.later);
    board.glide(reply.arrivals);
    document.documentElement.dataset.settled = "";
  };
  if (calm.matches) settle();
  else setTimeout(settle, OUTCOMES_MS);
}

/** Several meanings: each is a button under the hint. @param {string[]} readings */
function offerReadings(readings) {
  const text = readings.length ? input("line-text").value : "";
  byId("lesson-hint").append(
    ...readings.map((words, pick) =>
      h("button", { type: "button", class: "button button-outline lesson-choice", onclick: () => say(text, pick) }, words),
    ),
  );
}

/** @param {string} text @param {number | null} pick */
async function say(text, pick = null) {
  const field = input("line-text");
  button("line-send").disabled = true;
  hint("");
  byId("line-reading").hidden = false;
  const reply = await send({ do: "say", text, pick });
  byId("line-reading").hidden = true;
  button("line-send").disabled = false;
  take(reply);
  if (!solved) field.focus();
}

ifAny("ready")?.addEventListener("click", open);
async function open() {
  if (entry.draft) entry.set(null);
  button("ready").disabled = true;
  take(await send({ do: "ready" }));
  button("ready").disabled = false;
}

ifAny("show")?.addEventListener("click", async () => {
  const reply = await send({ do: "show" });
  if (reply.type !== "lesson") return take(reply);
  hint(reply.hint);
  if (reply.sheet) {
    takeSheet(reply.sheet);
    entry.set(null); // what was refused before is done
    revealOrders();
  }
  if (reply.line) {
    input("line-text").value = reply.line;
    input("line-text").focus();
  }
});

ifAny("lesson-line")?.addEventListener("submit", (event) => {
  event.preventDefault();
  void say(input("line-text").value);
});

for (const choice of findAll(document, "#lesson-choices [data-pick]")) {
  choice.addEventListener("click", async () => {
    take(await send({ do: "choose", pick: Number(choice.dataset.pick) }));
    if (!solved) choice.classList.add("is-wrong");
  });
}

// ---- keys ---------------------------------------------------------------------------------------

/** @param {string[]} names */
const verb = (...names) => () => names.some((name) => entry.verb(name));
/** @type {Record<string, () => boolean>} */
const KEYS = {
  h: verb("hold"),
  m: verb("move", "retreat"),
  s: verb("support"),
  c: verb("convoy"),
  v: verb("via"),
  d: verb("disband", "remove"),
  a: verb("army"),
  f: verb("fleet"),
  n: () => (entry.next(), true),
  u: () => (entry.orders.undo(), true),
  r: () => (ifAny("ready")?.focus(), true),
  1: () => entry.coastByNumber(1),
  2: () => entry.coastByNumber(2),
  Escape: () => entry.back(),
  Backspace: () => entry.cancelCurrent(),
};
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || within(event, "input, textarea, select")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key.startsWith("Arrow") ? Boolean(entry.draft && entry.open && entry.walk(key)) : entry.options && KEYS[key]?.()) event.preventDefault();
});

byId("zoom-in").addEventListener("click", () => board.panzoom.zoomBy(1.5, undefined, true));
byId("zoom-out").addEventListener("click", () => board.panzoom.zoomBy(1 / 1.5, undefined, true));
byId("zoom-fit").addEventListener("click", () => board.panzoom.fit(true));
byId("zoom-mine").addEventListener("click", showUnits);

// ---- begin --------------------------------------------------------------------------------------

for (const told of findAll(document, ".lesson-text > p, .lesson-task b")) if (!told.children.length) told.textContent = gesture(told.textContent);
showTalk(data("talk"));
showPromises(data("promises"));
if (page.kind === "orders") {
  entry.begin(page.options, sheet);
  const before = kept.get(page.key);
  if (before?.length) {
    const reply = await send({ do: "sheet", orders: before });
    if (reply.type === "lesson") takeSheet(reply.sheet);
  }
  showOrders();
} else {
  entry.rest();
  const played = page.kind === "ask" && document.querySelector(".lesson-fates li") !== null;
  if (played) status("Units stand where they began the turn,", "with their orders as arrows. Look, then answer.");
  else status("Look at the board.", page.kind === "talk" ? "Then write." : "Then answer.");
}
showUnits();
document.documentElement.dataset.page = "ready";
