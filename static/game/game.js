// The game page: joins the board, order entry, panel, seats, clock and timeline to the server's words.

import { Alerts } from "./alerts.js";
import { Asking } from "./asking.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { OrderColumn } from "./column.js";
import { Columns } from "./columns.js";
import { Connection } from "./connection.js";
import { control } from "./controls.js";
import { byId, data, ifAny, input, kept, narrow } from "./dom.js";
import { Entry } from "./entry.js";
import { Frame } from "./frame.js";
import { listen } from "./keys.js";
import { Letter } from "./letter.js";
import { showLine } from "./line.js";
import { status, toast } from "./notices.js";
import { Outbox } from "./outbox.js";
import { linkTo } from "./links.js";
import { follows, Phases } from "./phases.js";
import { Pointing } from "./pointing.js";
import { resting } from "./prompts.js";
import { Seats } from "./seats.js";
import { Leaving } from "./leaving.js";
import { Table } from "./table.js";
import { Talk } from "../talk/talk.js";
import { drawnAs, keepDisplay } from "./display.js";
import { Timeline } from "./timeline.js";
import { Typing } from "./typing.js";
import { Walk } from "./walk.js";

/** @import {Page, PhaseView, Reply, Sheet, State} from "../wire.d.ts" */

/** @type {Page} */
const page = data("page");
/** @type {{now: State, shown: PhaseView}} */
const state = { now: data("state"), shown: data("phase") };
const phases = new Phases(page.urls.phase);
phases.follow(state.now.game.undone);
let wanted = state.shown.name;

const board = new Board(byId("map"), page.places, {
  onPick: (place) => entry.pick(place),
  onVoid: () => entry.back(),
  onOrder: (element) => pointing.at(element),
  onNavigate: (event) => entry.draft && entry.walk(event.key) && (event.preventDefault(), event.stopPropagation()),
  onDoubleTap: () => entry.showMine(),
});

const connection = new Connection({
  socketUrl: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${page.urls.socket}`,
  commandUrl: page.urls.command,
  token: page.token,
  onFrame: (frame) => {
    if (frame.type === "state") receive(frame);
    else if (frame.type === "press") talk?.receive(frame.press);
    else if (frame.type === "heard") talk?.heard(frame.message);
  },
  onStatus: () => (showLine(connection, outbox), outbox.flush(), catchUp(), talk?.lineChanged()),
  onBehind: () => asking.again(),
  news: state.now.news,
  power: state.now.you?.power ?? "",
  upto: ifAny("press") ? (data("press")?.upto ?? 0) : 0, // who only watches has no talk
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
  more: (region) => talk?.deals.offers.choices(region) ?? [],
});

const pointing = new Pointing({
  svg: board.svg,
  isBusy: () => entry.draft !== null,
  onLeave: () => status(...(isOpen() && entry.options ? entry.invitation() : restingWords())),
});

const asking = new Asking({
  connection,
  urls: page.urls,
  isOfTheGame: () => Boolean(mySeat() || state.now.overview),
  onPress: (press) => talk?.receive(press),
});
const seats = new Seats(page.powers);
const clock = new Clock([byId("countdown"), byId("countdown-phone")], {
  onUrgent: (left) => {
    if (!myTurn() || state.now.sheet?.ready) return false;
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
const table = new Table({ powers: page.powers, onVote: (vote, choice, answer) => asking.send({ type: "vote", phase: latest(), vote, choice, answer }) });
const column = new OrderColumn({
  page,
  board,
  entry,
  outbox,
  onHover: (order) => pointing.atRow(order),
  onReach: () => columns.show("orders"),
  onChosen: () => columns.close(),
  onTalk: ifAny("talk") ? (power) => (columns.show("talk"), talk?.writeTo(power)) : null,
  onHints: () => asking.again(),
  secondsTo: (moment) => clock.secondsTo(moment),
});
const alerts = new Alerts(input("sound"));
const frame = new Frame({ page, seats, clock, table, leaving, alerts });
// Only who plays in a game with talk has any; once it is over, everybody may read it.
const talk = ifAny("talk")
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
      onAgreed: (agreed) => ((column.agreed = agreed), showPanel()),
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
const restingWords = () => resting(state.now, state.shown);
const myTurn = () => isOpen() && Boolean(mySeat() && state.now.sheet && entry.options?.units.length);

/** @param {import("../wire.d.ts").StateReply} reply */
function receive({ state: next, board: drawing, drawn }) {
  const before = state.now;
  state.now = next;
  // A change of the viewer's seat needs another page.
  if (before.you ? !next.you && next.table.back : next.you) location.reload();
  if (before.you && !next.you) status("You are signed out, or this seat is not yours any more. Open the page again.", "", { complaint: true });
  // The phase requested last, shown or loading: phases may follow each other faster than they load.
  const followed = walk.on || wanted === before.game.phase;
  showFrame();
  phases.follow(next.game.undone);
  phases.take(next.game.phase, drawn === drawnAs() ? drawing : undefined);
  if (next.game.undone !== before.game.undone) {
    show(latest());
    return;
  }
  if (next.game.phase !== before.game.phase || next.game.phases.length !== before.game.phases.length) {
    alerts.tell("phase");
    asking.look();
    if (followed) columns.overMap(() => walk.follow());
    else {
      timeline.set(next.game.phases, state.shown.name);
      toast(`${next.game.title} has begun.`, { label: "Show", run: () => show(latest()) });
    }
    return;
  }
  if (next.game.status !== before.game.status) {
    asking.look();
    show(latest());
  } else if (next.overview && isOpen()) drawOverview();
  else if (next.sheet && isOpen() && JSON.stringify(next.sheet) !== JSON.stringify(entry.orders.sheet)) takeSheet(next.sheet);
  else showPanel();
}

function showFrame() {
  frame.show(state.now);
  talk?.setState(state.now);
}

// ---- phases -------------------------------------------------------------------------------------

// Says whether the phase is on the board now.
/** @param {string} name */
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
    column.hint();
    board.swap({ "layer-orders": sheet.drawing });
  } else entry.rest();
  drawOverview();
  if (!entry.options) status(...restingWords());
}

// Orders of everybody, for the game master; nothing for others.
function drawOverview() {
  const { overview } = state.now;
  if (overview?.phase === state.shown.name) board.swap({ "layer-orders": overview.drawing });
  showPanel();
}

function restOnPast() {
  if (isLatest()) entry.rest();
  else entry.pause();
  showPanel();
  status(...restingWords());
}

// ---- my sheet -----------------------------------------------------------------------------------

/** @param {Sheet} sheet */
function takeSheet(sheet) {
  if (sheet.phase !== latest()) return;
  state.now.sheet = sheet;
  entry.keep(sheet);
  if (isOpen()) board.swap({ "layer-orders": sheet.drawing });
  showPanel();
  talk?.setState(state.now);
}

function showPanel() {
  column.show(state.now, state.shown);
}

// ---- what stands around -------------------------------------------------------------------------

// Load again everything that failed while the connection was poor.
function catchUp() {
  if (connection.status === "open" && wanted !== state.shown.name) walk.follow();
}

keepDisplay(() => (phases.clear(), show(state.shown.name)));

const { help, isHelping } = control({ board, entry });
listen({
  entry,
  timeline,
  panzoom: board.panzoom,
  ready: column.ready,
  help,
  isBusy: () => isHelping() || table.isOpen || Boolean(leaving.dialog?.open),
  focusText: () => (columns.show("orders"), byId("order-text").focus()),
  focusTalk: () => (talk ?? { focus: () => byId("order-text").focus() }).focus(),
  ask: () => Boolean(talk && entry.open && entry.draft && (void talk.deals.offers.ask(entry.draft.region), true)),
  undo: () => entry.orders.undo(),
  redo: () => entry.orders.redo(),
});

// ---- begin --------------------------------------------------------------------------------------

if (talk) {
  columns.set(kept.get("column") ?? "orders");
  talk.setState(state.now);
  talk.receive(data("press"));
}
showFrame();
timeline.set(state.now.game.phases, state.shown.name);
linkTo(page.urls, state.shown.name, isLatest());
document.body.toggleAttribute("data-past", !isLatest());
if (isOpen()) beginOpen(state.shown);
else restOnPast();
showLetter();
if (narrow.matches) entry.showMine();
phases.prefetch(state.shown.name, state.now.game.phases);
if (isLatest()) walk.begin();
else replayTalk();
if (state.now.game.status === "running") connection.open();
else byId("line").hidden = true;
document.documentElement.dataset.page = "ready";
