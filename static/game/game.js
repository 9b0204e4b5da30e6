// The game page: joins the board, order entry, panel, seats, clock and timeline to the server's words.

import { Alerts } from "./alerts.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Columns } from "./columns.js";
import { Connection } from "./connection.js";
import { byId, data, kept, narrow } from "./dom.js";
import { Entry } from "./entry.js";
import { listen } from "./keys.js";
import { news, status, toast } from "./notices.js";
import { Panel } from "./panel.js";
import { Seats } from "./seats.js";
import { agreedRows, Talk } from "./talk.js";
import { Timeline } from "./timeline.js";

const page = data("page");
const state = { now: data("state"), shown: data("phase"), gone: false };
const phases = new Map();
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
  },
  onStatus: (word) => showLine(word),
});

const entry = new Entry({
  board,
  connection,
  places: page.places,
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
  onHover: (order) => tellPast(order),
  onUndo: () => entry.undo(),
  onRedo: () => entry.redo(),
});

const seats = new Seats(page.powers);
const clock = new Clock([byId("countdown"), byId("countdown-phone")], {
  onUrgent: (left) => myTurn() && !state.now.sheet.ready && toast(`${left} left in this phase.`),
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
      alerts,
      showTalk: () => columns.show("talk"),
      isShown: () => columns.isShown("talk"),
      onAgreed: (agreed) => showAgreed(agreed),
    })
  : null;
const columns = new Columns({ onTalk: () => talk?.look() });
const timeline = new Timeline({ onGo: (name) => show(name) });

// ---- the state ----------------------------------------------------------------------------------

const latest = () => state.now.game.phase;
const isLatest = () => state.shown.name === latest();
const isOpen = () => isLatest() && state.now.game.status === "running";
const mySeat = () => state.now.you;
const myTurn = () => isOpen() && Boolean(mySeat() && state.now.sheet && entry.options?.units.length);

function receive(next) {
  const before = state.now;
  state.now = next;
  // What was asked for last, shown or still on its way: phases may follow each other faster than they load.
  const followed = wanted === before.game.phase;
  showFrame();
  if (next.game.phase !== before.game.phase || next.game.phases.length !== before.game.phases.length) {
    alerts.tell("phase");
    if (followed) show(latest(), { arrived: true });
    else {
      timeline.set(next.game.phases, state.shown.name);
      toast(`${next.game.title} has begun.`, { label: "Show", run: () => show(latest()) });
    }
    return;
  }
  if (next.game.status !== before.game.status) show(latest());
  else if (next.sheet && isOpen() && JSON.stringify(next.sheet) !== JSON.stringify(entry.sheet)) takeSheet(next.sheet);
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
  });
  alerts.setTitle(`${game.title} · ${game.name}`);
  talk?.setState(state.now);
  byId("phone-title").textContent = game.turn;
  byId("phone-line").textContent = mySeat() ? `${game.kind_word}, you are ${page.powers[mySeat().power]}` : game.kind_word;
  const verdict = byId("verdict");
  verdict.parentElement.hidden = !game.verdict;
  verdict.textContent = game.verdict ?? "";
}

// ---- phases -------------------------------------------------------------------------------------

async function fetchPhase(name) {
  const known = phases.get(name);
  if (known) return known;
  const response = await fetch(page.urls.phase.replace("PHASE", name), { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`phase ${name}: ${response.status}`);
  const phase = await response.json();
  if (phase.status === "resolved") phases.set(name, phase);
  return phase;
}

async function show(name, { arrived = false } = {}) {
  wanted = name;
  const from = state.shown.name;
  let phase;
  try {
    phase = await fetchPhase(name);
  } catch {
    if (wanted !== name) return;
    if (!arrived) wanted = from;
    status("This phase could not be loaded. Try again in a moment.", "", { complaint: true });
    timeline.set(state.now.game.phases, from);
    return;
  }
  if (wanted !== name) return;
  state.shown = phase;
  performance.mark("phase-swap-start");
  board.swap(phase.layers, { fade: true });
  performance.measure("phase-swap", "phase-swap-start");
  board.svg.dataset.phase = phase.name;
  if (arrived || follows(from, name)) board.glide(phase.arrivals);
  timeline.set(state.now.game.phases, name);
  linkTo(isLatest() ? null : name);
  byId("board-title").textContent = `Board, ${phase.title}`;
  if (isOpen()) beginOpen(phase);
  else restOnPast();
  if (arrived) tellArrival(phase, from);
  if (isLatest()) document.body.removeAttribute("data-past");
  else document.body.setAttribute("data-past", "");
  prefetch(name);
}

// Whether one phase comes right after the other, so that units may be seen moving.
function follows(from, to) {
  const names = state.now.game.phases.map((phase) => phase.name);
  return names.indexOf(to) === names.indexOf(from) + 1;
}

function prefetch(name) {
  const names = state.now.game.phases.filter((phase) => phase.status === "resolved").map((phase) => phase.name);
  const at = names.indexOf(name);
  const near = at < 0 ? [names.at(-1)] : [names[at - 1], names[at + 1]];
  for (const each of near) if (each && !phases.has(each)) fetchPhase(each).catch(() => {});
}

function beginOpen(phase) {
  const { sheet } = state.now;
  if (sheet && phase.options) {
    entry.begin(phase.options, sheet);
    drawSheet(sheet);
  } else entry.rest();
  showPanel();
  if (!entry.options) status(...restingWords());
}

function restOnPast() {
  if (isLatest()) entry.rest();
  else entry.pause();
  showPanel();
  status(...restingWords());
}

function restingWords() {
  const { game } = state.now;
  if (!isLatest()) return [`${state.shown.title}.`, "Point at an arrow to read what became of the order."];
  if (game.status !== "running") return [game.verdict ?? "This game is over.", "The slider shows how it went."];
  if (!mySeat()) return [`${game.title}.`, "You are watching. Orders are shown once the phase is over."];
  return [`${game.title}.`, "You have nothing to order in this phase."];
}

function linkTo(name) {
  const url = new URL(location.href);
  if (name) url.searchParams.set("phase", name);
  else url.searchParams.delete("phase");
  history.replaceState(null, "", url);
  const link = new URL(url);
  link.searchParams.set("phase", state.shown.name);
  byId("phase-link").href = link.href;
  for (const kind of ["svg", "png"]) byId(`save-${kind}`).href = `${page.urls[kind].replace("PHASE", state.shown.name)}?download`;
}

// What became of my orders since the phase that was shown before.
function tellArrival(phase, from) {
  const names = state.now.game.phases.map((each) => each.name);
  const report = phase.report.filter((each) => names.indexOf(each.phase) >= names.indexOf(from));
  const failed = report.filter((each) => each.result !== "ok");
  news(`${phase.title}. ${report.map((each) => each.text).join(" ")}`);
  if (!report.length) toast(`${phase.title}.`);
  else if (!failed.length) toast(`${phase.title}. All your orders were carried out.`);
  else toast(`${phase.title}. ${failed.length} of your ${report.length} orders did not come about.`, {
    label: "See",
    run: () => show(failed[0].phase),
  });
}

// ---- my sheet -----------------------------------------------------------------------------------

function takeSheet(sheet) {
  if (sheet.phase !== latest()) return;
  state.now.sheet = sheet;
  entry.sheet = sheet;
  if (isOpen()) drawSheet(sheet);
  showPanel();
  talk?.setState(state.now);
}

function drawSheet(sheet) {
  board.swap({ "layer-orders": sheet.drawing });
}

function showPanel() {
  const { sheet } = state.now;
  const ready = byId("ready");
  const readyPhone = byId("ready-phone");
  const mine = isOpen() && Boolean(mySeat() && sheet && entry.options);
  byId("orders-form").hidden = !mine;
  byId("orders-tools").hidden = !mine;
  byId("waive").hidden = !(mine && entry.options.waive && sheet.adjustments > 0);
  for (const each of [ready, readyPhone]) each.hidden = !mine;
  document.body.toggleAttribute("data-mine", mine);
  if (mine) {
    panel.mine({ sheet, options: entry.options, power: mySeat().power, draft: entry.draft, past: entry.past });
    const missing = sheet.missing.length;
    for (const each of [ready, readyPhone]) {
      each.setAttribute("aria-pressed", String(sheet.ready));
      each.querySelector(".ready-word").textContent = sheet.ready ? "Ready, wait again" : "I’m ready";
    }
    byId("ready-note").textContent = sheet.ready || !missing ? "" : missingNote(missing, entry.options);
  } else if (isLatest() && state.now.game.status === "running") {
    byId("ready-note").textContent = "";
    panel.waiting(mySeat() ? "You have nothing to order in this phase." : "Orders are shown here once the phase is over.");
  } else {
    byId("ready-note").textContent = "";
    panel.past({ orders: state.shown.orders, title: state.shown.title });
  }
}

function missingNote(missing, options) {
  if (options.kind === "A") return options.adjustments > 0 ? `${missing} more to build or waive.` : `${missing} more to remove.`;
  const fate = options.kind === "R" ? "disband" : "hold";
  return missing === 1 ? `1 unit without an order would ${fate}.` : `${missing} units without an order would ${fate}.`;
}

function chooseRow(row) {
  if (row.region) entry.choose(row.region);
  else if (entry.options.adjustments > 0) entry.firstBuild();
  else entry.choose(entry.options.units[0]?.region);
  columns.close();
}

async function toggleReady() {
  if (state.now.sheet) await entry.ready(!state.now.sheet.ready);
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

function showLine(word) {
  const dot = byId("line");
  dot.dataset.line = word;
  const words = { open: "Connected", lost: "Connection lost, trying again", gone: "This game is not open to you any more" };
  byId("line-words").textContent = words[word];
  if (word === "lost" && !state.gone) news("The connection is lost. Orders still go through while the server answers.");
  if (word === "gone") status(`${words.gone}.`, "", { complaint: true });
  state.gone = word === "lost";
}

function showMine() {
  const units = [...board.svg.querySelectorAll(".unit.own")].map((unit) => board.pointOf(unit.dataset.region));
  if (units.length) board.panzoom.show(units);
  else board.panzoom.fit(true);
}

const dialog = byId("help");
function help() {
  dialog.showModal();
}

// What I have agreed to and not written yet, each to be written with one click.
function showAgreed(agreed) {
  const open = isOpen() && Boolean(entry.options);
  byId("agreed").replaceChildren(...agreedRows(open ? agreed : [], page.powers, (each) => entry.send(each.text, null)));
}

byId("ready").addEventListener("click", toggleReady);
byId("ready-phone").addEventListener("click", toggleReady);
byId("waive").addEventListener("click", () => entry.waive());
byId("help-button").addEventListener("click", help);
byId("zoom-in").addEventListener("click", () => board.panzoom.zoomBy(1.5, undefined, true));
byId("zoom-out").addEventListener("click", () => board.panzoom.zoomBy(1 / 1.5, undefined, true));
byId("zoom-fit").addEventListener("click", () => board.panzoom.fit(true));
byId("zoom-mine").addEventListener("click", showMine);
byId("phase-link").addEventListener("click", async (event) => {
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(event.currentTarget.href);
    toast("The link to this phase is copied.");
  } catch {
    location.assign(event.currentTarget.href);
  }
});
byId("orders-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = byId("order-text");
  const lines = field.value.split(/[;\n]/).map((line) => line.trim()).filter(Boolean);
  while (lines.length) {
    if (!(await entry.send(lines[0], null))) break;
    lines.shift();
  }
  field.value = lines.join("; ");
});

// How boards are drawn: kept in cookies, because the server draws them.
function taste(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
  phases.clear();
  show(state.shown.name);
}
byId("taste-labels").addEventListener("change", (event) => taste("board_labels", event.target.value));
byId("taste-hatching").addEventListener("change", (event) => taste("board_hatching", event.target.checked ? "1" : "0"));
byId("taste").addEventListener("submit", (event) => event.preventDefault());

const memory = byId("memory");
function showMemory(on) {
  memory.setAttribute("aria-pressed", String(on));
  board.svg.classList.toggle("no-memory", !on);
  kept.set("memory", on);
}
memory.addEventListener("click", () => showMemory(memory.getAttribute("aria-pressed") !== "true"));

listen({
  entry,
  timeline,
  panzoom: board.panzoom,
  ready: toggleReady,
  help,
  isBusy: () => dialog.open,
  focusText: () => (columns.show("orders"), byId("order-text").focus()),
  focusTalk: () => (talk ?? { focus: () => byId("order-text").focus() }).focus(),
  ask: () => Boolean(talk && entry.open && entry.draft) && (talk.offers.ask(entry.draft.region), true),
  isOpenPhase: myTurn,
  undo: () => entry.undo(),
  redo: () => entry.redo(),
});

// ---- begin --------------------------------------------------------------------------------------

if (talk) {
  columns.set(kept.get("column") ?? "orders");
  talk.receive(data("press"));
}
showMemory(kept.get("memory") ?? true);
showFrame();
timeline.set(state.now.game.phases, state.shown.name);
linkTo(isLatest() ? null : state.shown.name);
document.body.toggleAttribute("data-past", !isLatest());
if (isOpen()) beginOpen(state.shown);
else restOnPast();
if (narrow.matches) showMine();
prefetch(state.shown.name);
if (state.now.game.status === "running") connection.open();
else byId("line").hidden = true;
document.documentElement.dataset.page = "ready";
