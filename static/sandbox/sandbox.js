// The sandbox: the game's own board and order entry, for all powers, over a tree of positions.
//
// The tree is kept by the tab. What is done is sent with the position and its orders, and judged alone by that.

import { Board } from "../game/board.js";
import { anchor, button, byId, data, findAll, form, h, ifAny, input, kept } from "../game/dom.js";
import { Entry } from "../game/entry.js";
import * as grammar from "../game/grammar.js";
import { status, toast } from "../game/notices.js";
import { Panel } from "../game/panel.js";
import { Pointing } from "../game/pointing.js";
import { post } from "../game/post.js";
import { example, invitation } from "../game/prompts.js";
import { Setup } from "./setup.js";
import { Asking } from "./asking.js";
import { listenToBegin } from "./begin.js";
import { listenToKeys } from "./keys.js";
import { powerButtons } from "./powers.js";
import { Notes } from "./notes.js";
import { listen } from "./share.js";
import { listenToStudy } from "./study.js";
import * as trees from "./tree.js";
import { drawTree } from "./treeview.js";

/** @import {AskCommand, CancelCommand, Options, OrderCommand, SandboxBoard, SandboxPage, SandboxResult, Sheet} from "../wire.d.ts" */

const FLIGHT = 2.4; // so much closer than the whole board, all units are shown at most

/** @type {SandboxPage} */
const page = data("page");
const { start } = page;
let tree = restored();
let power = "FRA";
/** @type {SandboxBoard | null} the board on which orders are written */
let board = null;
/** @type {SandboxResult | null} the orders carried out that are looked at */
let result = null;
let shown = 0; // numbers what is asked for, so that a late answer is dropped

function restored() {
  const before = kept.get(start.key);
  return trees.isTree(before) ? before : trees.newTree(start);
}

/** @param {trees.Tree} next */
function keep(next) {
  tree = next;
  kept.set(start.key, tree);
}

// ---- the server ---------------------------------------------------------------------------------

/** @param {Record<string, unknown>} act @returns {Promise<any>} */
function send(act) {
  const { position, orders } = trees.here(tree);
  return post(page.urls.act, page.token, JSON.stringify({ rules: tree.rules, position, orders, power, ...act }));
}

// As the outbox of a game, for `Entry`: a command goes out, its reply comes back.
const outbox = {
  /** @type {Promise<unknown>} the answer to what was given last: what comes next is sent with its orders */
  last: Promise.resolve(),
  /** @param {OrderCommand | CancelCommand} command */
  give(command) {
    const answer = this.last.then(() => carryOut(command));
    this.last = answer.catch(() => {});
    return answer;
  },
};

/** @param {OrderCommand | CancelCommand} command */
async function carryOut(command) {
  const reply = await send(command.type === "cancel" ? { do: "cancel", unit: command.unit } : { do: "order", text: command.text });
  if (reply.type !== "sheets" || !board) return reply;
  for (const [each, sheet] of Object.entries(reply.sheets)) {
    board.sheets[each] = /** @type {Sheet} */ (sheet);
    keep(trees.withOrders(tree, each, texts(board.sheets[each])));
  }
  for (const each of Object.keys(board.sheets)) board.sheets[each].drawing = reply.sheets[reply.power].drawing;
  return { type: "sheet", sheet: board.sheets[power], refused: reply.refused };
}

const connection = {
  /** @param {AskCommand} command */
  send: (command) => send({ do: "ask", text: command.text ?? "" }),
};

/** @param {Sheet} sheet */
const texts = (sheet) => sheet.orders.map((order) => order.text);

// ---- the board ----------------------------------------------------------------------------------

const map = new Board(byId("map"), page.places, {
  onPick: (place) => pick(place),
  onVoid: () => entry.back(),
  onOrder: (element) => pointing.at(element),
  onNavigate: (event) => entry.draft && entry.walk(event.key) && (event.preventDefault(), event.stopPropagation()),
  onDoubleTap: () => !setup.on && showUnits(),
});
const pointing = new Pointing({ svg: map.svg, isBusy: () => entry.draft !== null, onLeave: () => tell() });
const entry = new Entry({
  board: map,
  connection: /** @type {any} */ (connection),
  outbox: /** @type {any} */ (outbox),
  places: page.places,
  coasts: page.words.coasts,
  slug: start.key,
  onSheet: (sheet) => takeSheet(sheet),
  onDraft: () => showOrders(),
});
entry.invitation = () => inviting();
const panel = new Panel({
  board: map,
  places: page.places,
  powers: page.powers,
  onChoose: (row) => (row.region ? entry.choose(row.region) : next()),
  onCancel: (key) => entry.orders.cancel(key),
  onWrite: () => {},
  onHover: (order) => (order ? pointing.atRow(order) : (pointing.clear(), tell())),
  onUndo: () => entry.orders.undo(),
  onRedo: () => entry.orders.redo(),
  follows: false,
});

/** @param {Sheet} sheet */
function takeSheet(sheet) {
  entry.keep(sheet);
  map.swap({ "layer-orders": sheet.drawing });
  showOrders();
}

/** @param {string} place @returns {string | null} the power that has something to order there */
const ownerOf = (place) => Object.keys(board?.options ?? {}).find((each) => grammar.unitAt(prepared(each), place)) ?? null;

/** @param {string} whose */
const prepared = (whose) => grammar.prepare(/** @type {SandboxBoard} */ (board).options[whose]);

// A unit of another power is chosen as one's own is, unless the click completes an order.
/** @param {string} place */
function pick(place) {
  if (setup.on) return void setup.pick(place);
  if (notes.drawing) return notes.pick(place);
  if (!board) return status("Orders are carried out.", "Change them, or go on.");
  const { draft, options } = entry;
  const aims = draft && options && (draft.verb || grammar.lit(options, draft).includes(place));
  const owner = aims ? power : ownerOf(place);
  if (owner && owner !== power) choose(owner);
  else if (!owner && !draft) return status(nothing(place), "", { complaint: true });
  entry.pick(place);
}

/** @param {string} place */
function nothing(place) {
  const { name } = page.places[place];
  if (board?.kind === "R") return `No unit has to retreat from ${name}.`;
  return board?.kind === "A" ? `Nothing is built or removed in ${name}.` : `No unit stands in ${name}.`;
}

function showUnits() {
  const points = findAll(map.svg, ".unit").map((unit) => map.pointOf(unit.dataset.region ?? ""));
  if (points.length) map.panzoom.show(points, map.panzoom.whole * FLIGHT);
  else map.panzoom.fit(true);
}

// ---- orders -------------------------------------------------------------------------------------

/** @param {string} whose the power whose orders are written now */
function choose(whose) {
  if (!board || !board.options[whose]) return;
  if (entry.draft) entry.set(null);
  power = whose;
  const key = `${start.key}:${tree.at}:${power}`;
  entry.slug = entry.orders.slug = key;
  entry.begin(board.options[power], board.sheets[power]);
  const text = entry.options ? example(entry.options) : "";
  asking.rest(power);
  input("order-text").placeholder = text ? `Write orders: ${text}` : "Write orders";
  showOrders();
}

/** @param {string} whose */
const missing = (whose) => {
  const sheet = board?.sheets[whose];
  return !sheet ? 0 : sheet.kind === "A" ? Math.abs(sheet.adjustments) : sheet.missing.length;
};

function showOrders() {
  if (!board) return;
  const sheet = board.sheets[power];
  if (!entry.options || !sheet) {
    byId("order-list").replaceChildren(h("li", { class: "panel-empty" }, "No power has anything to order here."));
    byId("orders-title").textContent = "Orders";
    byId("orders-count").textContent = "";
    panel.tools(null);
  } else {
    panel.mine({ sheet, options: entry.options, power, draft: entry.draft, past: entry.orders.past, agreed: [], waiting: new Map() });
    byId("orders-title").textContent = `Orders of ${page.powers[power]}`;
  }
  byId("waive").hidden = !(entry.options?.waive && sheet && sheet.adjustments > 0);
  showPowers();
}

function showPowers() {
  byId("powers").hidden = !board && !setup.on;
  byId("powers").replaceChildren(
    ...powerButtons(page.powers, setup.on ? setup.power : power, (code) => {
      if (setup.on) return { note: "", words: "", disabled: false, choose: () => setup.choose(code) };
      const left = missing(code);
      const plays = Boolean(board?.options[code]);
      const words = !plays ? "nothing to order" : left ? `${left} without an order` : "all ordered";
      return { note: !plays ? "–" : left ? String(left) : "✓", words, disabled: !plays, choose: () => (choose(code), tell()) };
    }),
  );
}

/** @returns {[string, string]} */
function inviting() {
  const { options } = entry;
  const { sheet } = entry.orders;
  if (!board) return ["", ""];
  if (!options || !sheet) return ["No power has anything to order here.", "Go on."];
  if (board.kind === "A" && sheet.adjustments) return [`${page.powers[power]}: ${invitation(options, sheet)[0]}`, invitation(options, sheet)[1]];
  const left = Object.keys(board.options).reduce((sum, each) => sum + missing(each), 0);
  const units = left === 1 ? "1 order is" : `${left} orders are`;
  if (!left) return ["All orders are written.", "Change them, or resolve them."];
  return [`${units} not written.`, board.kind === "R" ? "Click a unit that was beaten, then where it goes." : "Click any unit, then where it goes. The others hold."];
}

// The next unit of any power that has no order.
function next() {
  if (!board) return;
  const playing = Object.keys(board.options);
  const at = playing.indexOf(power);
  const order = [...playing.slice(at), ...playing.slice(0, at)];
  const due = order.find((each) => missing(each));
  if (due && due !== power) choose(due);
  entry.next();
}

// ---- steps --------------------------------------------------------------------------------------

/** The line under the map while nothing is done. */
function tell() {
  if (entry.draft || setup.on) return;
  if (result) status(`${result.title}.`, "Point at an order to read what became of it and why.");
  else status(...inviting());
}

/** Show the position that is looked at; says whether it could. @param {SandboxResult["arrivals"]} arrivals @param {any} known what the server said to it already */
async function show(arrivals = [], known = null) {
  const asked = ++shown;
  const reply = known ?? (await send({ do: tree.open ? "open" : "resolve", orders: ordersShown() }));
  if (asked !== shown) return true;
  if (reply.type === "refused") {
    status(reply.message, "", { complaint: true });
    return false;
  }
  map.swap(reply.layers, { fade: true });
  map.glide(arrivals);
  linkTo(reply.word);
  notes.show();
  if (reply.type === "board") showBoard(reply);
  else showResult(reply);
  showSteps();
  tell();
  document.documentElement.dataset.shown = `${tree.at}${tree.open ? "" : "!"}`;
  return true;
}

/** The links of the page that lead on with this position. @param {string} word */
function linkTo(word) {
  anchor("explore").href = `${page.urls.explore}?at=${word}`;
  const experiment = ifAny("begin-experiment");
  if (experiment instanceof HTMLAnchorElement) experiment.search = `?at=${word}`;
}

function ordersShown() {
  const node = trees.here(tree);
  return tree.open || node.next === null ? node.orders : (tree.nodes[node.next].made ?? {});
}

/** @param {SandboxBoard} reply */
function showBoard(reply) {
  [board, result] = [reply, null];
  const playing = Object.keys(reply.options);
  choose(playing.includes(power) ? power : (playing.find((each) => missing(each)) ?? playing[0] ?? power));
  if (!playing.length) {
    entry.rest();
    asking.rest(null);
    showOrders();
  }
  byId("won").textContent = reply.won;
  byId("won").hidden = !reply.won;
}

/** @param {SandboxResult} reply */
function showResult(reply) {
  [board, result] = [null, reply];
  entry.rest();
  panel.past({ orders: reply.orders, title: "What happened" });
  byId("waive").hidden = byId("won").hidden = true;
  asking.rest(null);
  showPowers();
}

function showSteps() {
  const node = trees.here(tree);
  const title = board?.title ?? result?.title ?? "";
  byId("turn").textContent = result ? `${title}: result` : title;
  byId("board-title").textContent = `Board, ${title}`;
  byId("orders-form").hidden = byId("orders-tools").hidden = !board;
  button("change").hidden = !result;
  button("go").textContent = result ? `Go on: ${result.next_title}` : `Resolve ${title}`;
  button("back").disabled = trees.back(tree) === tree;
  button("forward").disabled = node.next === null;
  button("anew").hidden = JSON.stringify(tree.nodes) === JSON.stringify(start.nodes);
  byId("variations").hidden = tree.nodes.length < 2;
  button("prune").hidden = node.parent === null;
  drawTree(tree, page.words, (id) => go((now) => trees.goTo(now, id)));
}

async function resolve() {
  if (entry.draft) entry.set(null);
  button("go").disabled = true;
  await outbox.last;
  const reply = await send({ do: "resolve" });
  button("go").disabled = false;
  if (reply.type === "refused") return status(reply.message, "", { complaint: true });
  keep(trees.resolved(tree, reply.after));
  await show([], reply);
  byId("news").replaceChildren(h("p", {}, `${reply.title} is resolved.`));
}

/** @param {(tree: trees.Tree) => trees.Tree} step */
async function go(step) {
  await outbox.last;
  const where = step(tree);
  if (where === tree) return;
  const ahead = !tree.open && where.open && where.nodes[where.at].parent === tree.at;
  const { arrivals = [] } = (ahead && result) || {};
  keep(where);
  await show(arrivals);
}

// ---- setting up a position ----------------------------------------------------------------------

const setup = new Setup({
  map,
  places: page.places,
  powers: page.powers,
  send,
  onDone: (position) => begin(position),
  onCancel: () => finish(),
  onPower: () => showPowers(),
});

const notes = new Notes({ map, places: page.places, tree: () => tree, keep, onEnd: () => tell() });

/** @param {boolean} on */
function mode(on) {
  notes.end();
  for (const id of ["setup", "setup-foot"]) byId(id).hidden = !on;
  for (const id of ["play", "play-foot"]) byId(id).hidden = on;
  byId("powers").hidden = false;
  button("setup-open").disabled = on;
}

button("setup-open").addEventListener("click", () => {
  entry.rest();
  mode(true);
  setup.begin(trees.here(tree).position);
});

function finish() {
  setup.end();
  mode(false);
  return show();
}

/** A sandbox begins with this position; the one before can be had again. @param {trees.Position} position */
async function begin(position) {
  const before = tree;
  keep(trees.newTree({ rules: tree.rules, nodes: [{ parent: null, position, made: null, orders: {}, next: null, text: "", marks: [] }], at: 0 }));
  await finish();
  if (before.nodes.length > 1) toast("The sandbox begins with this position.", { label: "Undo", run: () => go(() => before) });
}

const asking = new Asking({
  url: page.urls.ask,
  token: page.token,
  powers: page.powers,
  question: () => ({ power, body: { rules: tree.rules, position: trees.here(tree).position, power } }),
  onWrite: (orders) => entry.orders.write(orders.join("; ")),
});

button("go").addEventListener("click", () => (board ? resolve() : go(trees.forward)));
button("back").addEventListener("click", () => go(trees.back));
button("forward").addEventListener("click", () => go(trees.forward));
button("change").addEventListener("click", () => go(trees.reopened));
button("anew").addEventListener("click", () => go(() => trees.newTree(start)));
button("prune").addEventListener("click", () => go((now) => trees.pruned(now, now.at)));
button("waive").addEventListener("click", () => entry.waive());

form("orders-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = input("order-text");
  if (!board || !field.value.trim()) return;
  const before = Object.fromEntries(Object.entries(board.sheets).map(([each, sheet]) => [each, texts(sheet).join()]));
  field.value = await entry.orders.write(field.value);
  const changed = Object.entries(board.sheets).filter(([each, sheet]) => texts(sheet).join() !== before[each]);
  // Orders typed for another power: look at hers, where nothing of this one has changed.
  if (changed.length && !changed.some(([each]) => each === power)) {
    choose(changed[0][0]);
    const sheet = changed[0][1];
    status(changed.length > 1 || sheet.orders.length > 1 ? "The orders are written." : sheet.orders[0].sentence, "");
  }
});

listenToKeys({
  entry,
  isBusy: () => setup.on,
  next,
  back: () => go(trees.back),
  forward: () => go(trees.forward),
});

/** The position on the board; after a result, the one that follows. */
const seen = () => (result?.after ?? trees.here(tree).position);

byId("zoom-in").addEventListener("click", () => map.panzoom.zoomBy(1.5, undefined, true));
byId("zoom-out").addEventListener("click", () => map.panzoom.zoomBy(1 / 1.5, undefined, true));
byId("zoom-fit").addEventListener("click", () => map.panzoom.fit(true));
byId("zoom-mine").addEventListener("click", showUnits);

listenToBegin({ url: page.urls.play, token: page.token, position: seen, rules: () => tree.rules });
if (ifAny("study-form")) listenToStudy({ url: page.urls.study, token: page.token, study: page.study, tree: () => trees.shared(tree) });
listen({ url: page.urls.share, token: page.token, tree: () => trees.shared(tree) });

// ---- begin --------------------------------------------------------------------------------------

// Data kept by the tab may be of another time.
if (!(await show())) await go(() => trees.newTree(start));
document.documentElement.dataset.page = "ready";
