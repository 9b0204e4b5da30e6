// A puzzle: the game's own board and order entry, with the server's proof in place of a game.
//
// Half an answer is kept by the tab. What is done is sent with all orders, and judged alone by that.

import { Board } from "../game/board.js";
import { button, byId, data, find, findAll, form, h, input, kept, within } from "../game/dom.js";
import { Entry } from "../game/entry.js";
import { prepare, reach } from "../game/grammar.js";
import { status } from "../game/notices.js";
import { Panel } from "../game/panel.js";
import { post } from "../game/post.js";
import { example, invitation } from "../game/prompts.js";

/** @import {AskCommand, CancelCommand, OrderCommand, PuzzlePage, PuzzleReply, Sheet} from "../wire.d.ts" */

const WORDS = { right: "Solved.", wrong: "", shown: "This is the solution.", "": "" };
const TONES = { right: "note-ok", wrong: "note-warn", shown: "note-warn", "": "" };

/** @type {PuzzlePage} */
const page = data("page");
let sheet = page.sheet;
let over = false; // solved, or the solution was shown
let looking = false; // at what came of the orders
const asked = button("go").textContent; // the word on the button that has the orders judged

// ---- the server ---------------------------------------------------------------------------------

/** @param {Record<string, unknown>} act @returns {Promise<any>} */
const send = (act) => post(page.url, page.token, JSON.stringify({ orders: texts(), ...act }));

const texts = () => sheet.orders.map((order) => order.text);

// As the outbox of a game, for `Entry`: a command goes out, its reply comes back.
const outbox = {
  /** @param {OrderCommand | CancelCommand} command */
  async give(command) {
    const reply = await send(command.type === "cancel" ? { do: "cancel", unit: command.unit } : { do: "order", text: command.text });
    return reply.type === "puzzle" ? { type: "sheet", sheet: reply.sheet } : reply;
  },
};
const connection = {
  /** @param {AskCommand} command */
  send: (command) => send({ do: "ask", text: command.text ?? "" }),
};

// ---- the board ----------------------------------------------------------------------------------

const board = new Board(byId("map"), page.places, {
  onPick: (place) => (looking ? undefined : entry.pick(place)),
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
  onSheet: (next) => takeSheet(next),
  onDraft: () => showOrders(),
});
entry.invitation = () => inviting();
const panel = new Panel({
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
  ownerOf: page.partner ? (row) => page.owners[row.key] : undefined,
});

/** @returns {[string, string]} */
function inviting() {
  if (!page.partner) return sheet.missing.length && entry.options ? invitation(entry.options, sheet) : ["Every unit has its order.", "Change them, or check them."];
  const rest = `Click a unit of yours or of ${page.powers[page.partner]}, then where it goes.`;
  return [sheet.orders.length ? `${sheet.orders.length} ${sheet.orders.length === 1 ? "order is" : "orders are"} in the deal.` : "Write the deal.", rest];
}

/** @param {Sheet} next */
function takeSheet(next) {
  sheet = next;
  kept.set(page.key, texts());
  entry.keep(sheet);
  if (!looking) board.swap({ "layer-orders": sheet.drawing });
  showOrders();
}

function showOrders() {
  if (!entry.options || looking) return;
  panel.mine({ sheet, options: entry.options, power: page.power, draft: entry.draft, past: entry.orders.past, agreed: [], waiting: new Map() });
  if (!page.partner) return;
  const { length } = sheet.orders;
  byId("orders-title").textContent = "The deal";
  byId("orders-count").textContent = length ? `${length} order${length === 1 ? "" : "s"}` : "";
}

// My units, and every place that an order of mine may name.
function showUnits() {
  const regions = page.options.units.map((unit) => unit.region);
  const points = [...regions, ...reach(prepare(page.options), { far: true })].map((region) => board.pointOf(region));
  if (points.length) board.panzoom.show(points, board.panzoom.whole * 2.4);
  else board.panzoom.fit(true);
}

// ---- verdicts -----------------------------------------------------------------------------------

/** @param {string} words @param {string} tone */
function say(words, tone = "") {
  const element = byId("puzzle-message");
  element.className = `note puzzle-message ${tone}`;
  element.hidden = !words;
  element.replaceChildren(words ? h("p", {}, words) : "");
  if (words) find(document, "#puzzle-text")?.scrollTo({ top: 0 });
}

/** @param {PuzzleReply & {message?: string}} reply */
function take(reply) {
  if (reply.type !== "puzzle") return say(reply.message, "note-warn");
  say([reply.message, reply.rating].filter(Boolean).join(" "), TONES[reply.verdict]);
  if (!reply.verdict) return;
  look(reply);
  if (reply.verdict === "wrong") return;
  over = true;
  kept.set(page.key, null);
  for (const id of ["hint", "solution", "go"]) byId(id).hidden = true;
  byId("next").hidden = byId("puzzle-after").hidden = false;
  byId("next").focus({ preventScroll: true });
}

/** Show the orders with one reply of the others, as they end. @param {PuzzleReply} reply */
function look(reply) {
  looking = true;
  if (entry.draft) entry.set(null);
  entry.rest();
  board.swap(reply.layers, { fade: true });
  byId("puzzle-happened").replaceChildren(
    ...reply.happened.map((fate) =>
      h(
        "li",
        { class: fate.result === "ok" ? "is-ok" : "is-fail" },
        h("span", { class: "emblem emblem-small", "data-power": fate.power, "aria-hidden": "true" }, page.powers[fate.power][0]),
        h("span", {}, fate.text),
      ),
    ),
  );
  byId("outcome-title").textContent = reply.title;
  byId("puzzle-said").hidden = !reply.said;
  byId("puzzle-said-text").textContent = reply.said;
  byId("puzzle-orders").hidden = true;
  byId("puzzle-outcome").hidden = false;
  byId("change").hidden = reply.verdict !== "wrong";
  button("go").textContent = "Try again";
  status(WORDS[reply.verdict] || `${reply.title}.`, "Point at an order to read what became of it.");
}

async function back() {
  const reply = await send({ do: "sheet" });
  if (reply.type !== "puzzle") return say(reply.message, "note-warn");
  looking = false;
  board.swap(reply.layers);
  byId("puzzle-orders").hidden = false;
  byId("puzzle-outcome").hidden = true;
  button("go").textContent = asked;
  say("");
  entry.begin(page.options, sheet);
  showOrders();
}

/** @param {"check" | "hint" | "solution"} what */
async function act(what) {
  if (over) return;
  if (looking) await back();
  if (entry.draft) entry.set(null);
  const buttons = ["go", "hint", "solution"].map((id) => button(id));
  for (const each of buttons) each.disabled = true;
  const reply = await send({ do: what });
  for (const each of buttons) each.disabled = false;
  take(reply);
  document.documentElement.dataset.judged = reply.verdict ?? reply.code ?? "";
}

button("go").addEventListener("click", () => (looking ? back() : act("check")));
button("change").addEventListener("click", back);
button("hint").addEventListener("click", () => act("hint"));
button("solution").addEventListener("click", () => act("solution"));

form("orders-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = input("order-text");
  if (field.value.trim() && !looking) field.value = await entry.orders.write(field.value);
});

for (const each of findAll(document, "[data-vote]")) {
  each.addEventListener("click", async () => {
    const reply = await send({ do: each.dataset.vote });
    say(reply.message, reply.type === "puzzle" ? "note-ok" : "note-warn");
    if (reply.type === "puzzle") for (const other of findAll(document, "[data-vote]")) other.setAttribute("aria-pressed", String(other === each));
  });
}

// ---- keys ---------------------------------------------------------------------------------------

/** @param {string[]} names */
const verb = (...names) => () => names.some((name) => entry.verb(name));
/** @type {Record<string, () => unknown>} */
const KEYS = {
  h: verb("hold"),
  m: verb("move"),
  s: verb("support"),
  c: verb("convoy"),
  v: verb("via"),
  n: () => (entry.next(), true),
  u: () => (entry.orders.undo(), true),
  o: () => (input("order-text").focus(), true),
  r: () => ((over ? byId("next") : button("go")).focus(), true),
  1: () => entry.coastByNumber(1),
  2: () => entry.coastByNumber(2),
  Escape: () => (looking && !over ? (back(), true) : entry.back()),
  Backspace: () => entry.cancelCurrent(),
};
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || within(event, "input, textarea, select")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key.startsWith("Arrow") ? Boolean(entry.draft && entry.open && entry.walk(key)) : KEYS[key]?.()) event.preventDefault();
});

byId("zoom-in").addEventListener("click", () => board.panzoom.zoomBy(1.5, undefined, true));
byId("zoom-out").addEventListener("click", () => board.panzoom.zoomBy(1 / 1.5, undefined, true));
byId("zoom-fit").addEventListener("click", () => board.panzoom.fit(true));
byId("zoom-mine").addEventListener("click", showUnits);

// ---- begin --------------------------------------------------------------------------------------

entry.begin(page.options, sheet);
const text = entry.options ? example(entry.options) : "";
if (text) input("order-text").placeholder = `Write orders: ${text}`;
const before = kept.get(page.key);
if (before?.length) {
  const reply = await send({ do: "sheet", orders: before });
  if (reply.type === "puzzle" && reply.sheet) takeSheet(reply.sheet);
}
showOrders();
showUnits();
document.documentElement.dataset.page = "ready";
