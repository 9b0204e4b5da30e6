// Order entry: turns clicks, menu choices, keys and typed text into saved orders.
//
// Holds the draft (half an order), shows it on the board, in the menu and in the status line, keeps
// it over a reload, sends what is complete, and remembers how to take it back.

import { h, icon, kept } from "./dom.js";
import * as grammar from "./grammar.js";
import { Menu } from "./menu.js";
import { status, toast } from "./notices.js";
import { Past } from "./past.js";

const UNORDERED = { M: "holds", R: "disbands", A: "" };

export class Entry {
  // more(region) -> choices of the menu besides the orders a unit may get.
  constructor({ board, connection, places, slug, onSheet, onDraft, more = () => [] }) {
    Object.assign(this, { board, connection, places, slug, onSheet, onDraft, more });
    this.names = Object.fromEntries(Object.entries(places).map(([code, place]) => [code, place.name]));
    this.options = null;
    this.sheet = null;
    this.draft = null;
    this.past = null;
    this.open = false;
    this.menu = new Menu(board.frame, () => this.back());
    board.onMoved = () => this.placeMenu();
  }

  // A new phase: its legal orders, my sheet in it, and the draft a reload interrupted.
  begin(options, sheet) {
    this.options = grammar.prepare(options);
    this.sheet = sheet;
    this.past = new Past(`past:${this.slug}:${options.phase}`);
    this.draftKey = `draft:${this.slug}:${options.phase}`;
    const draft = kept.get(this.draftKey);
    this.open = true;
    this.set(draft && grammar.unitAt(this.options, draft.region) ? draft : null);
  }

  // Nothing to order here: a spectator, a past phase, a game that is over.
  rest() {
    this.open = false;
    this.options = null;
    this.draft = null;
    this.menu.hide();
    this.board.light({ lit: [], chosen: null, subject: null });
  }

  // The board shows another phase for a while; the draft waits.
  pause() {
    this.open = false;
    this.menu.hide();
    this.board.light({ lit: [], chosen: null, subject: null });
  }

  resume() {
    if (!this.options) return;
    this.open = true;
    this.set(this.draft);
  }

  set(draft, { focus = false } = {}) {
    this.draft = draft;
    kept.set(this.draftKey, draft);
    this.show(focus);
    this.onDraft(draft);
  }

  kindAt(place) {
    const unit = this.board.svg.querySelector(`.unit[data-unit="${grammar.province(place)}"]`);
    return unit?.dataset.kind ?? "";
  }

  show(focus) {
    const { draft, options } = this;
    const coasts = grammar.coasts(options, draft);
    const lit = coasts.length ? [] : grammar.lit(options, draft);
    this.board.light({
      lit,
      chosen: draft?.region ?? null,
      subject: draft?.subject ?? null,
      describe: (place) => this.describe(place),
    });
    if (!draft) {
      this.menu.hide();
      this.board.panzoom.covered = 0;
      status(...this.invitation());
      return;
    }
    const [sentence, wanted] = grammar.read(options, draft, this.names, (place) => this.kindAt(place));
    status(sentence, wanted);
    const unit = grammar.unitAt(options, draft.region);
    const toMap = focus && !coasts.length && draft.verb && lit.length;
    const choices = coasts.length ? this.coastChoices(coasts) : this.verbChoices();
    this.menu.show({
      id: draft.region + (coasts.length ? "?" : ""),
      title: coasts.length ? `${this.names[draft.target]}, which coast?` : unit.name,
      hint: coasts.length ? "" : draft.verb ? wanted : "Choose, or tap a lit province to move.",
      aims: Boolean(draft.verb && lit.length),
      choices,
      at: this.board.toFrame(this.board.pointOf(coasts.length ? draft.target : draft.region)),
      keepFree: [...lit, draft.region].map((place) => this.board.boxOf(grammar.province(place))),
      focus: focus && !toMap,
    });
    this.board.panzoom.covered = this.menu.covers;
    if (this.menu.covers) this.board.panzoom.uncover([draft.region, ...lit].map((place) => this.board.pointOf(place)));
    if (toMap) this.board.focusTarget(this.nearest(lit));
  }

  nearest(lit) {
    const from = this.board.pointOf(this.draft.subject ?? this.draft.region);
    const far = (place) => {
      const { x, y } = this.board.pointOf(place);
      return Math.hypot(x - from.x, y - from.y);
    };
    return lit.reduce((best, place) => (far(place) < far(best) ? place : best));
  }

  placeMenu() {
    if (!this.menu.isOpen || !this.draft) return;
    const asks = grammar.coasts(this.options, this.draft).length > 0;
    this.menu.place(this.board.toFrame(this.board.pointOf(asks ? this.draft.target : this.draft.region)));
  }

  verbChoices() {
    const choices = grammar.verbsOf(this.options, this.draft).map((verb) => ({
      id: verb,
      ...grammar.VERBS[verb],
      current: this.draft.verb === verb,
      pick: () => this.verb(verb),
    }));
    if (this.orderOf(this.draft.region)) {
      choices.push({ id: "cancel", label: "Take the order back", key: "⌫", icon: "undo", pick: () => this.cancel(this.draft.region) });
    }
    return this.draft.verb ? choices : [...choices, ...this.more(this.draft.region)];
  }

  coastChoices(orders) {
    return orders.map((order, index) => ({
      id: order.target,
      label: capital(grammar.COASTS[order.target.slice(4)] ?? this.names[order.target.slice(0, 3)]),
      key: String(index + 1),
      icon: "coast",
      pick: () => this.take(grammar.chooseCoast(this.options, this.draft, order.target)),
    }));
  }

  // What a lit province means, for those who hear the page.
  describe(place) {
    const verb = this.draft?.verb ?? grammar.VERBS.move.label;
    const label = grammar.VERBS[verb]?.label ?? "Move";
    return `${label}: ${this.names[place]}`;
  }

  invitation() {
    const { kind, units } = this.options;
    if (kind === "A") {
      const left = this.sheet.adjustments;
      if (left > 0) return [`${left} to build.`, "Click one of your lit home centers."];
      if (left < 0) return [`${-left} to remove.`, "Click the unit to take off the board."];
      return ["Nothing is left to build or remove.", "Click an order to change it."];
    }
    if (kind === "R") return ["Retreats.", "Click a dislodged unit, then where it goes."];
    const missing = this.sheet.missing.length;
    if (!missing) return ["Every unit has its order.", "Change them until the deadline, or say that you are ready."];
    if (missing === units.length) return ["Your move.", "Click one of your units, then where it goes."];
    return [`${missing} ${missing === 1 ? "unit has" : "units have"} no order.`, "Click one, or press N."];
  }

  orderOf(region) {
    return this.sheet?.orders.find((order) => order.unit === grammar.province(region)) ?? null;
  }

  // ---- gestures ---------------------------------------------------------------------------------

  pick(place) {
    if (!this.open) return;
    this.take(grammar.click(this.options, this.draft, place));
  }

  // Choose a unit from the list of orders or with the keyboard.
  choose(region) {
    if (!this.open) return;
    const unit = grammar.unitAt(this.options, region);
    if (!unit) return;
    this.board.panzoom.reveal(this.board.pointOf(unit.region));
    this.set(grammar.newDraft(unit.region), { focus: true });
  }

  next() {
    if (!this.open) return;
    const missing = this.sheet.missing.map((each) => each.region);
    if (!missing.length) {
      status("Every unit has its order.");
      return;
    }
    const at = missing.findIndex((region) => region === this.draft?.region);
    this.choose(missing[(at + 1) % missing.length]);
  }

  verb(verb) {
    if (!this.open || !this.draft) return false;
    if (!grammar.verbsOf(this.options, this.draft).includes(verb)) return false;
    this.take(grammar.chooseVerb(this.options, this.draft, verb));
    return true;
  }

  coastByNumber(number) {
    const orders = grammar.coasts(this.options, this.draft);
    if (!orders[number - 1]) return false;
    this.take(grammar.chooseCoast(this.options, this.draft, orders[number - 1].target));
    return true;
  }

  // The arrow keys walk over the lit provinces. Returns whether there was anywhere to go.
  walk(direction) {
    const { lit } = this.board.marks;
    if (!lit.length) return false;
    const at = document.activeElement?.closest?.("[data-target]")?.dataset.target;
    const from = at ?? grammar.province(this.draft.subject ?? this.draft.region);
    const next = this.board.neighbour(from, direction) ?? (at ? null : lit[0]);
    if (next) {
      this.board.focusTarget(next);
      status(this.draftSentence(next), "Enter takes it.");
    }
    return true;
  }

  draftSentence(place) {
    const [sentence] = grammar.read(this.options, this.draft, this.names, (each) => this.kindAt(each));
    return sentence.endsWith("…") ? sentence.replace(" …", ` ${this.names[place]}.`) : `${sentence} ${this.names[place]}?`;
  }

  // B: the first home center that is free to build in.
  firstBuild() {
    if (!this.open || this.options.kind !== "A" || this.options.adjustments <= 0) return false;
    const taken = new Set(this.sheet.orders.map((order) => order.unit));
    const free = this.options.units.filter((unit) => !taken.has(grammar.province(unit.region)));
    const at = free.findIndex((unit) => unit.region === this.draft?.region);
    if (free.length) this.choose(free[(at + 1) % free.length].region);
    else status("No home center of yours is free.", "Leave the rest unused.");
    return true;
  }

  waive() {
    if (!this.open || !this.options.waive || this.sheet.adjustments <= 0) return false;
    this.set(null);
    this.send("WAIVE", null);
    return true;
  }

  cancelCurrent() {
    const region = this.open ? (this.draft?.region ?? null) : null;
    if (!region || !this.orderOf(region)) return false;
    this.cancel(region);
    return true;
  }

  back() {
    if (!this.draft) return false;
    this.set(grammar.back(this.draft), { focus: this.byKeyboard });
    return true;
  }

  // Whether the last act came by the keyboard: then the focus goes along.
  get byKeyboard() {
    const { activeElement } = document;
    return Boolean(activeElement && (this.menu.element.contains(activeElement) || activeElement.closest("[data-target]")) && activeElement.matches(":focus-visible"));
  }

  take(step) {
    const focus = this.byKeyboard;
    if (step.order) {
      this.set(null);
      this.send(step.order.text, step.order.region);
    } else if (step.cancel) {
      this.set(null);
      if (this.orderOf(step.cancel)) this.cancel(step.cancel);
    } else if (step.why) {
      this.set(step.draft);
      this.explain(step.why);
    } else if (step.nothing) {
      this.set(null);
      status(this.whyNothing(step.nothing), "", { complaint: true });
    } else {
      this.set(step.draft, { focus });
    }
  }

  whyNothing(place) {
    const name = this.names[place];
    const { kind } = this.options;
    if (kind === "R") return `None of your units has to retreat from ${name}.`;
    if (kind === "A" && this.options.adjustments > 0) return `You cannot build in ${name}.`;
    return `You have no unit in ${name}.`;
  }

  async explain(text) {
    const reply = await this.connection.send({ type: "ask", phase: this.options.phase, text });
    status(reply.message ?? "That is not possible.", "", { complaint: true });
  }

  // ---- saving -----------------------------------------------------------------------------------

  // One unit's order: sent, saved, drawn, remembered for undo. Resolves to whether it stands.
  async send(text, region, { remember = true } = {}) {
    const before = region ? (this.orderOf(region)?.text ?? null) : null;
    const known = new Map((this.sheet?.orders ?? []).map((order) => [order.unit, order.text]));
    const reply = await this.connection.send({ type: "order", phase: this.options.phase, text });
    if (!this.accept(reply)) return false;
    const changed = region
      ? this.orderOf(region)
      : reply.sheet.orders.find((order) => known.get(order.unit) !== order.text);
    const unit = region ? grammar.province(region) : changed?.unit;
    if (remember && unit) this.past.record({ unit, before: region ? before : (known.get(unit) ?? null), after: changed?.text ?? text });
    if (changed) {
      status(changed.sentence, changed.note ? `${capital(changed.note)}.` : "Saved.");
      if (remember) toast(`${changed.place} ${changed.words} saved.`.trim(), { label: "Undo", run: () => this.undo() });
    }
    this.onSheet(reply.sheet);
    return true;
  }

  async cancel(unit, { remember = true } = {}) {
    const code = unit.startsWith("WAIVE") ? unit : grammar.province(unit);
    const before = this.sheet.orders.find((order) => order.unit === code)?.text ?? null;
    if (this.draft) this.set(null);
    const reply = await this.connection.send({ type: "cancel", phase: this.options.phase, unit: code });
    if (!this.accept(reply)) return false;
    if (remember && before) this.past.record({ unit: code, before, after: null });
    const name = this.names[code];
    const then = name ? UNORDERED[this.options.kind] : "";
    status("Order taken back.", name && then ? `${name} ${then} unless you order otherwise.` : "");
    this.onSheet(reply.sheet);
    return true;
  }

  accept(reply) {
    if (reply.type === "sheet") {
      this.sheet = reply.sheet;
      return true;
    }
    status(reply.message ?? "That did not work.", "", { complaint: true });
    return false;
  }

  undo() {
    return this.travel(this.past?.undo(), "Undone.");
  }

  redo() {
    return this.travel(this.past?.redo(), "Done again.");
  }

  async travel(step, word) {
    if (!step || !this.open) return;
    const done = step.text
      ? await this.send(step.text, step.unit.startsWith("WAIVE") ? null : step.unit, { remember: false })
      : await this.cancel(step.unit, { remember: false });
    if (done) status(word, step.text ? (this.orderOf(step.unit)?.sentence ?? "") : "");
    this.onDraft(this.draft);
  }

  async ready(ready) {
    const reply = await this.connection.send({ type: "ready", phase: this.options.phase, ready });
    if (!this.accept(reply)) return;
    status(ready ? "You are ready." : "You are not ready yet.", ready ? "Take it back while others still write." : "");
    this.onSheet(reply.sheet);
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A unit's token for lists: the same drawing as on the board, or the power's emblem where there is none.
export function unitToken(board, power, kind) {
  const name = power.toLowerCase();
  const css = kind === "F" ? "fleet-token" : "army-token";
  const drawn = board.svg.querySelector(`.${css}`);
  if (!kind || !drawn) return icon("center");
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.setAttribute("viewBox", "-17 -17 34 34");
  holder.setAttribute("class", "board unit-token");
  holder.setAttribute("aria-hidden", "true");
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", `unit ${name}`);
  group.append(drawn.cloneNode(true));
  holder.append(group);
  return h("span", { class: "token-cell" }, holder);
}
