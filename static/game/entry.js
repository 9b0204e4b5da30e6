// Order entry: turns clicks, menu choices, keys and typed text into saved orders.
//
// Holds the draft (half an order), shows it on the board, in the menu and in the status line, keeps
// it over a reload, sends what is complete, and remembers how to take it back.

import { find, focused, kept } from "./dom.js";
import * as grammar from "./grammar.js";
import { Menu } from "./menu.js";
import { status, toast } from "./notices.js";
import { reasonOf } from "./outbox.js";
import { Past } from "./past.js";
import { dueWord, FATES, invitation, whyNothing } from "./prompts.js";

/** @import {Options, OrderCommand, CancelCommand, ReadyCommand, Place, Sheet} from "../wire.d.ts" */
/** @import {Board} from "./board.js" */
/** @import {Connection} from "./connection.js" */
/** @import {Outbox} from "./outbox.js" */

export class Entry {
  /**
   * @param {{board: Board, connection: Connection, outbox: Outbox, places: Record<string, Place>, coasts: Record<string, string>,
   *   slug: string, onSheet: (sheet: Sheet) => void, onDraft: (draft: grammar.Draft | null) => void,
   *   more?: (region: string) => import("./menu.js").Choice[]}} parts
   * more(region): choices of the menu besides the orders a unit may get.
   */
  constructor({ board, connection, outbox, places, coasts, slug, onSheet, onDraft, more = (_region) => [] }) {
    this.board = board;
    this.connection = connection;
    this.outbox = outbox;
    this.places = places;
    this.coasts = coasts;
    this.slug = slug;
    this.onSheet = onSheet;
    this.onDraft = onDraft;
    this.more = more;
    this.names = Object.fromEntries(Object.entries(places).map(([code, place]) => [code, place.name]));
    /** @type {grammar.Prepared | null} */
    this.options = null;
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {grammar.Draft | null} */
    this.draft = null;
    this.past = null;
    this.open = false;
    this.menu = new Menu(board.frame, () => this.back());
    board.onMoved = (settled) => this.placeMenu(settled);
  }

  /**
   * A new phase: its legal orders, my sheet in it, and the draft a reload interrupted.
   * @param {Options} options
   * @param {Sheet} sheet
   */
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
    this.board.framing.on([]);
    this.board.light({ lit: [], chosen: null, subject: null });
  }

  // The board shows another phase for a while; the draft waits.
  pause() {
    this.open = false;
    this.menu.hide();
    this.board.framing.on([]);
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
    const unit = find(this.board.svg, `.unit[data-unit="${grammar.province(place)}"]`);
    return unit?.dataset.kind ?? "";
  }

  // My sheet has changed.
  keep(sheet) {
    this.sheet = sheet;
    if (this.open) this.light();
  }

  // Light what a click may go to or, before anything is chosen, where a retreat, build or removal is due. Returns it.
  light() {
    const { draft, options, sheet } = this;
    const begun = options.kind === "M" ? [] : grammar.due(options, sheet);
    const lit = !draft ? begun : grammar.coasts(options, draft).length ? [] : grammar.lit(options, draft);
    this.board.light({
      lit,
      chosen: draft?.region ?? null,
      subject: draft?.subject ?? null,
      describe: (place) => this.describe(place),
    });
    return lit;
  }

  show(focus) {
    const { draft, options } = this;
    const coasts = grammar.coasts(options, draft);
    const lit = this.light();
    if (!draft) {
      this.menu.hide();
      this.board.framing.on([]);
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
      keepFree: this.keepFree(lit),
      focus: focus && !toMap,
    });
    this.board.framing.on([draft.region, ...lit].map((place) => this.board.pointOf(place)));
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

  // Where the menu should not lie: upon the chosen unit and the places it may go to.
  keepFree(lit) {
    return [...lit, this.draft.region].flatMap((place) => this.board.boxesOf(grammar.province(place)));
  }

  // settled: the board has come to rest, so the menu may look for a better place.
  placeMenu(settled) {
    if (!this.menu.isOpen || !this.draft) return;
    const asks = grammar.coasts(this.options, this.draft).length > 0;
    const at = this.board.toFrame(this.board.pointOf(asks ? this.draft.target : this.draft.region));
    this.menu.place(at, settled ? this.keepFree(this.board.marks.lit) : null);
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
      label: capital(this.coasts[order.target.slice(4)] ?? this.names[order.target.slice(0, 3)]),
      key: String(index + 1),
      icon: "coast",
      pick: () => this.take(grammar.chooseCoast(this.options, this.draft, order.target)),
    }));
  }

  // What a lit province means, for those who hear the page.
  describe(place) {
    const label = this.draft ? grammar.VERBS[this.draft.verb ?? "move"].label : dueWord(this.options, this.sheet);
    return `${label}: ${this.names[place]}`;
  }

  /** @returns {[string, string]} */
  invitation() {
    return invitation(this.options, this.sheet);
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

  // The next place where something is due.
  next() {
    if (!this.open) return;
    const due = grammar.due(this.options, this.sheet);
    if (!due.length) {
      status(...this.invitation());
      return;
    }
    const at = due.indexOf(this.draft && grammar.province(this.draft.region));
    this.choose(due[(at + 1) % due.length]);
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
    const at = /** @type {HTMLElement} */ (focused()?.closest("[data-target]"))?.dataset.target;
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

  // B: the next home center that is free to build in.
  build() {
    if (!this.open || this.options.kind !== "A" || this.options.adjustments <= 0) return false;
    this.next();
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
      status(whyNothing(this.options, this.names[step.nothing]), "", { complaint: true });
    } else {
      this.set(step.draft, { focus });
    }
  }

  async explain(text) {
    const reply = await this.connection.send({ type: "ask", phase: this.options.phase, text });
    status(reasonOf(reply, "That is not possible."), "", { complaint: true });
  }

  // ---- saving -----------------------------------------------------------------------------------

  // One unit's order: sent, saved, drawn, remembered for undo. Resolves to whether it stands.
  async send(text, region, { remember = true } = {}) {
    const before = this.written();
    const reply = await this.give({ type: "order", phase: this.options.phase, text }, region ? grammar.province(region) : null);
    if (!this.accept(reply)) return false;
    const unit = region && grammar.province(region);
    const changed = region ? [this.orderOf(region)].filter(Boolean) : this.changedSince(before);
    if (remember) this.remember(changed.length || !unit ? changed : [{ unit, text }], before);
    if (changed.length) this.tellSaved(changed, remember);
    this.onSheet(reply.sheet);
    return true;
  }

  // What was typed or pasted: an order, or a list of them. Resolves to what is left to mend.
  async write(text) {
    const before = this.written();
    const reply = await this.give({ type: "order", phase: this.options.phase, text }, null);
    if (!this.accept(reply)) return text;
    const changed = this.changedSince(before);
    this.remember(changed, before);
    if (changed.length) this.tellSaved(changed, true);
    const refused = reply.refused ?? [];
    if (refused.length) status(`Not saved: ${refused.map((each) => `${each.text}. ${each.message}`).join(" ")}`, "", { complaint: true });
    this.onSheet(reply.sheet);
    return refused.map((each) => each.text).join("; ");
  }

  // The texts of my orders by unit.
  written() {
    return new Map((this.sheet?.orders ?? []).map((order) => [order.unit, order.text]));
  }

  changedSince(before) {
    return this.sheet.orders.filter((order) => before.get(order.unit) !== order.text);
  }

  remember(changed, before) {
    for (const { unit, text } of changed) this.past.record({ unit, before: before.get(unit) ?? null, after: text });
  }

  tellSaved(changed, remember) {
    const [{ sentence, note, place, words }] = changed;
    if (changed.length > 1) status(`${changed.length} orders are saved.`, "");
    else status(sentence, note ? `${capital(note)}.` : "Saved.");
    if (!remember) return;
    const said = changed.length > 1 ? `${changed.length} orders are saved.` : `${place} ${words.replace(/^to /, "moves to ")}. Saved.`.trim();
    toast(said, { label: "Undo", run: () => this.undoAll(changed.length) });
  }

  async undoAll(steps) {
    for (let step = 0; step < steps; step++) await this.undo();
  }

  async cancel(unit, { remember = true } = {}) {
    const code = unit.startsWith("WAIVE") ? unit : grammar.province(unit);
    const before = this.sheet.orders.find((order) => order.unit === code)?.text ?? null;
    if (this.draft) this.set(null);
    const reply = await this.give({ type: "cancel", phase: this.options.phase, unit: code }, code);
    if (!this.accept(reply)) return false;
    if (remember && before) this.past.record({ unit: code, before, after: null });
    const name = this.names[code];
    const then = name ? FATES[this.options.kind] : "";
    status("Order taken back.", name && then ? `${name} ${then} unless you order otherwise.` : "");
    this.onSheet(reply.sheet);
    return true;
  }

  /**
   * Give the outbox a command about a unit. What has to wait for the line is said to, and waited for.
   * @param {OrderCommand | CancelCommand | ReadyCommand} command
   * @returns {Promise<any>}
   */
  give(command, slot) {
    return new Promise((resolve) => {
      this.outbox.give(command, { slot, late: resolve }).then((reply) => {
        if (reply.type !== "held") resolve(reply);
        else status("Not sent yet.", "It is kept here and goes out by itself once the line is back.");
      });
    });
  }

  accept(reply) {
    if (reply.type === "replaced") return false;
    if (reply.type === "sheet") {
      this.sheet = reply.sheet;
      return true;
    }
    status(reasonOf(reply), "", { complaint: true });
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
    const reply = await this.give({ type: "ready", phase: this.options.phase, ready }, "ready");
    if (!this.accept(reply)) return;
    const undo = reply.sheet.closes ? "Undo takes it back." : "Take it back while others still write.";
    status(ready ? "You are ready." : "You are not ready yet.", ready ? undo : "");
    this.onSheet(reply.sheet);
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
