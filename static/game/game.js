// The game page: joins the board, order entry, panel, seats, clock and timeline to the server's words.

import { Alerts } from "./alerts.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Columns } from "./columns.js";
import { Connection } from "./connection.js";
import { byId, data, dialog, find, input, kept, narrow } from "./dom.js";
import { Entry } from "./entry.js";
import { listen } from "./keys.js";
import { Letter } from "./letter.js";
import { showLine } from "./line.js";
import { status, toast } from "./notices.js";
import { Outbox } from "./outbox.js";
import { copyOnClick, linkTo } from "./links.js";
import { Panel } from "./panel.js";
import { follows, Phases } from "./phases.js";
import { example } from "./prompts.js";
import { Ready } from "./ready.js";
import { Seats } from "./seats.js";
import { Leaving } from "./leaving.js";
import { Table } from "./table.js";
import { Talk } from "../talk/talk.js";
import { keepDisplay } from "./display.js";
import { Timeline } from "./timeline.js";
import { Typing } from "./typing.js";
import { showUnsent } from "./unsent.js";
import { Walk } from "./walk.js";

/** @import {Page, PhaseView, Reply, Sheet, State} from "../wire.d.ts" */

/** @type {Page} */
const page = data("page");
// agreed: the orders I have promised and not written.
/** @type {{now: State, shown: PhaseView, agreed: import("../wire.d.ts").AgreedOrder[]}} */
const state = { now: data("state"), shown: data("phase"), agreed: [] };
const phases = new Phases(page.urls.phase);
phases.follow(state.now.game.undone);
let wanted = state.shown.name;

const board = new Board(byId("map"), page.places, {
  onPick: (place) => entry.pick(place),
  onVoid: () => entry.back(),
  onOrder: (element) => tellOrder(element),
  onNavigate: (event) => entry.draft && entry.walk(event.key) && (event.preventDefault(), event.stopPropagation()),
  onDoubleTap: () => showMine(),
});

const connection = new Connection({
  socketUrl: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${page.urls.socket}`,
  commandUrl: page.urls.command,
  token: page.token,
  onFrame: (frame) => {
    if (frame.type === "state") receive(frame.state);
    else if (frame.type === "press") talk?.receive(frame.press);
    else if (frame.type === "heard") talk?.heard(frame.message);
  },
  onStatus: () => (showLine(connection, outbox), outbox.flush(), catchUp(), talk?.lineChanged()),
  onBehind: () => lookAgain(),
  news: state.now.news,
  power: state.now.you?.power ?? "",
  upto: data("press")?.upto ?? 0,
});

const outbox = new Outbox({
  connection,
  key: `outbox:${page.slug}:${state.now.you?.power ?? ""}`,
  onChange: () => (showPanel(), showLine(connection, outbox), talk?.showWaiting()),
  onAnswer: (item, reply) => {
    if (item.lane === "talk") talk?.answered(item, reply);
    else if (reply.type === "sheet" && reply.sheet) takeSheet(reply.sheet);
  },
});

const entry = new Entry({
  board,
  connection,
  outbox,
  places: page.places,
  coasts: page.words.coasts,
  slug: page.slug,
  onSheet: (sheet) => takeSheet(sheet),
  onDraft: () => showPanel(),
  more: (region) => talk?.offers.choices(region) ?? [],
});

const panel = new Panel({
  board,
  places: page.places,
  powers: page.powers,
  onChoose: (row) => chooseRow(row),
  onCancel: (key) => entry.cancel(key),
  onWrite: (agreed) => entry.send(agreed.text, null),
  onHover: (order) => tellPast(order),
  onUndo: () => entry.undo(),
  onRedo: () => entry.redo(),
});

const seats = new Seats(page.powers);
const clock = new Clock([byId("countdown"), byId("countdown-phone")], {
  onUrgent: (left) => {
    if (!myTurn() || state.now.sheet.ready) return false;
    toast(`You have ${left} left in this phase.`);
    alerts.tell("deadline");
    return true;
  },
  onTick: (left) => typing.tick(left, latest(), state.now.game.graced),
});
const typing = new Typing({
  isAwaited: () => Boolean(mySeat() && state.now.sheet && !state.now.sheet.ready),
  onAsk: () => connection.attempt({ type: "typing", phase: latest() }),
});
const leaving = new Leaving();
const around = new Table({ powers: page.powers, onVote: (vote, choice, answer) => ask({ type: "vote", phase: latest(), vote, choice, answer }) });
const ready = new Ready({
  names: page.places,
  onReady: (said) => entry.ready(said),
  onReach: () => columns.show("orders"),
  secondsTo: (moment) => clock.secondsTo(Date.parse(moment)),
});
const alerts = new Alerts(byId("sound"));
// Only who plays in a game with talk has any; once it is over, everybody may read it.
const talk = byId("talk")
  ? new Talk({
      page,
      me: state.now.you?.power ?? null,
      board,
      entry,
      connection,
      outbox,
      alerts,
      showTalk: () => columns.show("talk"),
      isShown: () => columns.isShown("talk"),
      onAgreed: (agreed) => ((state.agreed = agreed), showPanel()),
    })
  : null;
const columns = new Columns({ onTalk: () => talk?.opened(), onSheet: () => board.framing.update() });
const timeline = new Timeline({ onGo: (name) => (walk.end(), show(name)) });
const letter = new Letter({
  board,
  list: byId("order-list"),
  showOrders: () => columns.show("orders"),
  hideOrders: () => columns.close(),
  isShown: () => columns.isShown("orders"),
});
const walk = new Walk({
  key: state.now.you && `seen:${page.slug}:${state.now.you.power}`,
  names: () => state.now.game.phases.map((phase) => phase.name),
  shown: () => state.shown.name,
  mine: () => myTurn(),
  show: (name) => show(name, { arrived: true }),
});

// ---- the state ----------------------------------------------------------------------------------

const latest = () => state.now.game.phase;
const isLatest = () => state.shown.name === latest();
const isOpen = () => isLatest() && state.now.game.status === "running";
const mySeat = () => state.now.you;
const myTurn = () => isOpen() && Boolean(mySeat() && state.now.sheet && entry.options?.units.length);

/** @param {State} next */
function receive(next) {
  const before = state.now;
  state.now = next;
  // Who sits here is another matter than what is shown: the page is another one.
  if (before.you ? !next.you && next.table.back : next.you) location.reload();
  if (before.you && !next.you) status("You are signed out, or do not hold this seat any more. Open the page again.", "", { complaint: true });
  // What was asked for last, shown or still on its way: phases may follow each other faster than they load.
  const followed = walk.on || wanted === before.game.phase;
  showFrame();
  if (next.game.undone !== before.game.undone) {
    phases.follow(next.game.undone);
    show(latest());
    return;
  }
  if (next.game.phase !== before.game.phase || next.game.phases.length !== before.game.phases.length) {
    alerts.tell("phase");
    look();
    if (followed) columns.overMap(() => walk.follow());
    else {
      timeline.set(next.game.phases, state.shown.name);
      toast(`${next.game.title} has begun.`, { label: "Show", run: () => show(latest()) });
    }
    return;
  }
  if (next.game.status !== before.game.status) {
    look();
    show(latest());
  } else if (next.sheet && isOpen() && JSON.stringify(next.sheet) !== JSON.stringify(entry.sheet)) takeSheet(next.sheet);
  else showPanel();
}

// What stands around the board, whatever phase it shows.
function showFrame() {
  const { game } = state.now;
  seats.show(state.now);
  clock.set({
    deadline: game.deadline,
    opened: game.opened,
    now: game.now,
    title: game.title,
    running: game.status === "running",
    paused: game.paused,
  });
  around.show(state.now);
  leaving.show(state.now);
  alerts.setTitle(`${game.title} · ${game.name}`);
  talk?.setState(state.now);
  byId("phone-title").textContent = game.turn;
  byId("phone-line").textContent = mySeat() ? `You are ${page.powers[mySeat().power]}, ${game.kind_word}` : game.kind_word;
  const verdict = byId("verdict");
  verdict.parentElement.hidden = !game.verdict;
  verdict.textContent = game.verdict ?? "";
  byId("result-link").hidden = game.status !== "finished";
  byId("keep")?.toggleAttribute("hidden", !mySeat()?.keep || Boolean(kept.get("keep-later")));
}

// ---- phases -------------------------------------------------------------------------------------

// Says whether the phase is on the board now.
async function show(name, { arrived = false } = {}) {
  wanted = name;
  const from = state.shown.name;
  let phase;
  try {
    phase = await phases.fetch(name);
  } catch {
    if (wanted !== name) return false;
    if (!arrived) wanted = from;
    status("This phase could not be loaded. Try again in a moment.", "", { complaint: true });
    timeline.set(state.now.game.phases, from);
    return false;
  }
  if (wanted !== name) return false;
  state.shown = phase;
  performance.mark("phase-swap-start");
  board.swap(phase.layers, { fade: true });
  performance.measure("phase-swap", "phase-swap-start");
  board.svg.dataset.phase = phase.name;
  if (arrived || follows(state.now.game.phases, from, name)) board.glide(phase.arrivals);
  timeline.set(state.now.game.phases, name);
  linkTo(page.urls, name, isLatest());
  byId("board-title").textContent = `Board, ${phase.title}`;
  if (isOpen()) beginOpen(phase);
  else restOnPast();
  showLetter();
  walk.see(name);
  if (arrived && isLatest()) letter.tell(phase);
  if (isLatest()) document.body.removeAttribute("data-past");
  else document.body.setAttribute("data-past", "");
  phases.prefetch(name, state.now.game.phases);
  replayTalk();
  return true;
}

// Of a game that is over, what was said in the phase on the board.
function replayTalk() {
  if (state.now.game.status !== "running") void talk?.beside.go(isLatest() ? null : state.shown.name);
}

function showLetter() {
  letter.show(state.shown.letter, state.shown.name, { live: isOpen() });
}

/** @param {PhaseView} phase */
function beginOpen(phase) {
  const { sheet } = state.now;
  if (sheet && phase.options) {
    entry.begin(phase.options, sheet);
    hintAtText();
    drawSheet(sheet);
  } else entry.rest();
  showPanel();
  if (!entry.options) status(...restingWords());
}

function hintAtText() {
  const hint = example(entry.options);
  input("order-text").placeholder = hint;
  find(document, 'label[for="order-text"]').textContent = `Write an order, such as ${hint}`;
}

function restOnPast() {
  if (isLatest()) entry.rest();
  else entry.pause();
  showPanel();
  status(...restingWords());
}

/** @returns {[string, string]} */
function restingWords() {
  const { game } = state.now;
  if (!isLatest()) return [`${state.shown.title}.`, "Point at an arrow to read what became of the order."];
  if (game.status !== "running") return [game.verdict ?? "This game is over.", "The slider shows how it went."];
  if (!mySeat()) return [`${game.title}.`, "You are watching. Orders are shown once the phase is over."];
  return [`${game.title}.`, "You have nothing to order in this phase."];
}

// ---- my sheet -----------------------------------------------------------------------------------

/** @param {Sheet} sheet */
function takeSheet(sheet) {
  if (sheet.phase !== latest()) return;
  state.now.sheet = sheet;
  entry.keep(sheet);
  if (isOpen()) drawSheet(sheet);
  showPanel();
  talk?.setState(state.now);
}

function drawSheet(sheet) {
  board.swap({ "layer-orders": sheet.drawing });
}

function showPanel() {
  const { sheet, seats: all } = state.now;
  showUnsent(outbox, { phase: latest(), places: page.places });
  const mine = isOpen() && Boolean(mySeat() && sheet && entry.options);
  byId("orders-form").hidden = !mine;
  byId("orders-tools").hidden = !mine;
  byId("waive").hidden = !(mine && entry.options.waive && sheet.adjustments > 0);
  document.body.toggleAttribute("data-mine", mine);
  ready.show(mine ? sheet : null, entry.options, all.some((seat) => seat.decides && !seat.ready));
  if (mine) {
    const { draft, past } = entry;
    panel.mine({ sheet, options: entry.options, power: mySeat().power, draft, past, agreed: state.agreed, waiting: waitingFor(sheet.phase) });
  } else if (isLatest() && state.now.game.status === "running") {
    panel.waiting(mySeat() ? "You have nothing to order in this phase." : "Orders are shown here once the phase is over.");
  } else if (state.shown.status === "final") {
    panel.theEnd({ title: state.shown.title, result: byId("result-link") });
  } else if (state.shown.status !== "resolved") {
    // It was loaded while it was played, and the next has begun.
    panel.waiting("The orders are being opened.");
  } else {
    panel.past({ orders: state.shown.orders, title: state.shown.title });
  }
}

// Orders on their way in this phase: slot -> item of the outbox.
const waitingFor = (phase) =>
  new Map(outbox.orders.filter((item) => item.state !== "refused" && item.command.phase === phase).map((item) => [item.slot, item]));

function chooseRow(row) {
  if (row.region) entry.choose(row.region);
  else entry.next();
  columns.close();
}

// ---- reading orders on the map ------------------------------------------------------------------

let told = false;

function tellOrder(element) {
  if (entry.draft) return;
  if (element) {
    told = true;
    status(element.getAttribute("aria-label"), "");
    element.classList.add("is-read");
  } else if (told) {
    told = false;
    for (const each of board.svg.querySelectorAll(".is-read")) each.classList.remove("is-read");
    if (isOpen() && entry.options) status(...entry.invitation());
    else status(...restingWords());
  }
}

function tellPast(order) {
  for (const each of board.svg.querySelectorAll(".is-read")) each.classList.remove("is-read");
  if (!order) return;
  const unit = board.svg.querySelector(`#layer-orders [data-order="${CSS.escape(order.order)}"][data-power="${order.power}"]`);
  unit?.classList.add("is-read");
  status(order.text, "");
}

// ---- what stands around -------------------------------------------------------------------------

// What could not be loaded while the line was poor is loaded now.
function catchUp() {
  if (connection.status === "open" && wanted !== state.shown.name) walk.follow();
}

// Without a socket nothing comes by itself.
async function lookAgain() {
  const fetched = [page.urls.state, page.urls.press].map((address) => fetch(address).then((answer) => (answer.ok ? answer.json() : null)));
  const [now, press] = await Promise.all(fetched).catch(() => [null, null]);
  if (now) connection.receive({ type: "state", state: now });
  if (press) talk?.receive(press);
}

// What is asked at the table, and why it is not done where it is not.
/** @param {import("../wire.d.ts").Command} command */
async function ask(command) {
  const reply = await connection.send(command);
  if (reply.type === "refused") toast(reply.message);
}

// Who sees the board need not be told elsewhere what happened on it.
function look() {
  if (mySeat() && !document.hidden) void connection.attempt({ type: "look" });
}
document.addEventListener("visibilitychange", look);

function showMine() {
  const units = board.ownPoints();
  if (units.length) board.panzoom.show(units);
  else board.panzoom.fit(true);
}

const helpDialog = dialog("help");
function help() {
  helpDialog.showModal();
}

byId("waive").addEventListener("click", () => entry.waive());
byId("help-button").addEventListener("click", help);
byId("zoom-in").addEventListener("click", () => board.panzoom.zoomBy(1.5, undefined, true));
byId("zoom-out").addEventListener("click", () => board.panzoom.zoomBy(1 / 1.5, undefined, true));
byId("zoom-fit").addEventListener("click", () => board.panzoom.fit(true));
byId("zoom-mine").addEventListener("click", showMine);
copyOnClick();
byId("orders-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = input("order-text");
  if (field.value.trim()) field.value = await entry.write(field.value);
});
// A field of one line would take the line breaks of a pasted list for blanks.
byId("order-text").addEventListener("paste", (event) => {
  const pasted = event.clipboardData?.getData("text") ?? "";
  if (!/[\r\n]/.test(pasted.trim())) return;
  event.preventDefault();
  const field = input("order-text");
  const list = pasted.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean).join("; ");
  field.setRangeText(list, field.selectionStart, field.selectionEnd, "end");
});

byId("keep-later")?.addEventListener("click", () => (kept.set("keep-later", true), byId("keep").toggleAttribute("hidden", true)));

keepDisplay(() => (phases.clear(), show(state.shown.name)));

const memory = byId("memory");
function showMemory(on) {
  memory.setAttribute("aria-pressed", String(on));
  board.svg.classList.toggle("no-memory", !on);
  board.placeLabels();
  kept.set("memory", on);
}
memory.addEventListener("click", () => showMemory(memory.getAttribute("aria-pressed") !== "true"));

listen({
  entry,
  timeline,
  panzoom: board.panzoom,
  ready,
  help,
  isBusy: () => helpDialog.open || around.isOpen || Boolean(leaving.dialog?.open),
  focusText: () => (columns.show("orders"), byId("order-text").focus()),
  focusTalk: () => (talk ?? { focus: () => byId("order-text").focus() }).focus(),
  ask: () => Boolean(talk && entry.open && entry.draft) && (talk.offers.ask(entry.draft.region), true),
  undo: () => entry.undo(),
  redo: () => entry.redo(),
});

// ---- begin --------------------------------------------------------------------------------------

if (talk) {
  columns.set(kept.get("column") ?? "orders");
  talk.setState(state.now);
  talk.receive(data("press"));
}
showMemory(kept.get("memory") ?? true);
showFrame();
timeline.set(state.now.game.phases, state.shown.name);
linkTo(page.urls, state.shown.name, isLatest());
document.body.toggleAttribute("data-past", !isLatest());
if (isOpen()) beginOpen(state.shown);
else restOnPast();
showLetter();
if (narrow.matches) showMine();
phases.prefetch(state.shown.name, state.now.game.phases);
if (isLatest()) walk.begin();
else replayTalk();
if (state.now.game.status === "running") connection.open();
else byId("line").hidden = true;
document.documentElement.dataset.page = "ready";
