// Order entry: turns clicks, menu choices and keys into orders.
//
// Holds the draft (half an order), shows it on the board, in the menu and in the status line, keeps it over a reload,
// and hands on what is complete.

import { find, focused, kept } from "./dom.js";
import * as grammar from "./grammar.js";
import { Menu } from "./menu.js";
import { status } from "./notices.js";
import { Orders } from "./orders.js";
import { reasonOf } from "./outbox.js";
import { allOrdered, describe, invitation, whyNothing } from "./prompts.js";

/** @import {Options, Place, Sheet} from "../wire.d.ts" */
/** @import {Board} from "./board.js" */
/** @import {Connection} from "./connection.js" */
/** @import {Outbox} from "./outbox.js" */
/** @import {Choice} from "./shapes.d.ts" */

export class Entry {
  /**
   * @param {{board: Board, connection: Connection, outbox: Outbox, places: Record<string, Place>, coasts: Record<string, string>,
   *   slug: string, onSheet: (sheet: Sheet) => void, onDraft: (draft: grammar.Draft | null) => void,
   *   more?: (region: string) => Choice[]}} parts more: choices of the menu besides the orders a unit may get
   */
  constructor({ board, connection, outbox, places, coasts, slug, onSheet, onDraft, more = (_region) => [] }) {
    this.board = board;
    this.connection = connection;
    this.coasts = coasts;
    this.slug = slug;
    this.onDraft = onDraft;
    this.more = more;
    this.names = Object.fromEntries(Object.entries(places).map(([code, place]) => [code, place.name]));
    /** @type {grammar.Prepared | null} */
    this.options = null;
    /** @type {grammar.Draft | null} */
    this.draft = null;
    this.draftKey = "";
    this.open = false;
    this.orders = new Orders({
      outbox,
      names: this.names,
      slug,
      isOpen: () => this.open,
      onSheet,
      onCancel: () => this.draft && this.set(null),
      onTravelled: () => onDraft(this.draft),
      isComposing: () => this.draft !== null,
    });
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
    this.orders.begin(options, sheet);
    this.draftKey = `draft:${this.slug}:${options.phase}`;
    const draft = kept.get(this.draftKey);
    this.open = true;
    this.set(draft && grammar.unitAt(this.options, draft.region) ? draft : null);
  }

  // Nothing to order here: a spectator, a past phase, a game that is over.
  rest() {
    [this.options, this.draft] = [null, null];
    this.pause();
  }

  // The board shows another phase for a while; the draft waits.
  pause() {
    this.open = false;
    this.menu.hide();
    this.board.framing.aim([]);
    this.board.light({ lit: [], chosen: null, subject: null });
  }

  /** @param {grammar.Draft | null} draft */
  set(draft, { focus = false } = {}) {
    this.draft = draft;
    kept.set(this.draftKey, draft);
    this.show(focus);
    this.onDraft(draft);
  }

  /** @param {string} place */
  kindAt(place) {
    const unit = find(this.board.svg, `.unit[data-unit="${grammar.province(place)}"]`);
    return unit?.dataset.kind ?? "";
  }

  // My sheet has changed.
  /** @param {Sheet} sheet */
  keep(sheet) {
    this.orders.sheet = sheet;
    if (this.open) this.light();
  }

  // Light what a click may go to or, before anything is chosen, where a retreat, build or removal is due. Returns it.
  light() {
    const { draft, options } = this;
    const { sheet } = this.orders;
    if (!options || !sheet) return [];
    const begun = options.kind === "M" ? [] : grammar.due(options, sheet);
    const lit = !draft ? begun : grammar.coasts(options, draft).length ? [] : grammar.lit(options, draft);
    this.board.light({
      lit,
      chosen: draft?.region ?? null,
      subject: draft?.subject ?? null,
      describe: (place) => describe(options, sheet, draft, this.names[place]),
    });
    return lit;
  }

  // My units and, where there is room, all places they may go to: then the map need not move while an order is given.
  showMine() {
    this.board.showOwn(this.options ? grammar.reach(this.options) : []);
  }

  /** @param {boolean} focus */
  show(focus) {
    const { draft, options } = this;
    if (!options) return;
    const coasts = grammar.coasts(options, draft);
    const lit = this.light();
    if (!draft) {
      this.menu.hide();
      this.board.framing.aim([]);
      status(...this.invitation());
      return;
    }
    const [asked] = coasts.length ? [draft.target ?? ""] : [""];
    const [sentence, wanted] = grammar.read(options, draft, this.names, (place) => this.kindAt(place));
    status(sentence, wanted);
    const unit = grammar.unitAt(options, draft.region);
    const toMap = focus && !coasts.length && draft.verb && lit.length;
    const choices = coasts.length ? this.coastChoices(options, draft, coasts) : this.verbChoices(options, draft);
    this.menu.show({
      id: draft.region + (coasts.length ? "?" : ""),
      title: asked ? `${this.names[asked]}, which coast?` : (unit?.name ?? ""),
      hint: coasts.length ? "" : wanted,
      aims: Boolean(draft.verb && lit.length),
      choices,
      at: this.board.toFrame(this.board.pointOf(asked || draft.region)),
      keepFree: this.keepFree(draft, lit),
      focus: focus && !toMap,
    });
    this.board.framing.aim(grammar.aims(options, draft).map((place) => this.board.pointOf(place)));
    if (toMap) this.board.focusTarget(this.nearest(draft, lit));
  }

  /** @param {grammar.Draft} draft @param {string[]} lit */
  nearest({ subject, region }, lit) {
    const from = this.board.pointOf(subject ?? region);
    const far = (/** @type {string} */ place) => {
      const { x, y } = this.board.pointOf(place);
      return Math.hypot(x - from.x, y - from.y);
    };
    return lit.reduce((best, place) => (far(place) < far(best) ? place : best));
  }

  // Places to be left free by the menu: upon the chosen unit and the places it may go to.
  /** @param {grammar.Draft} draft @param {string[]} lit */
  keepFree({ region }, lit) {
    return [...lit, region].flatMap((place) => this.board.boxesOf(grammar.province(place)));
  }

  // settled: the board has come to rest, so the menu may look for a better place.
  /** @param {boolean} settled */
  placeMenu(settled) {
    const { draft, options } = this;
    if (!this.menu.isOpen || !draft || !options) return;
    const asked = grammar.coasts(options, draft).length ? draft.target : null;
    const at = this.board.toFrame(this.board.pointOf(asked ?? draft.region));
    this.menu.place(at, settled ? this.keepFree(draft, this.board.marks.lit) : null);
  }

  /** @param {grammar.Prepared} options @param {grammar.Draft} draft @returns {Choice[]} */
  verbChoices(options, draft) {
    const choices = grammar.verbsOf(options, draft).map((verb) => ({
      id: verb,
      ...grammar.VERBS[verb],
      current: draft.verb === verb,
      pick: () => this.verb(verb),
    }));
    const { region } = draft;
    const back = { id: "cancel", label: "Take back", key: "⌫", icon: "undo", pick: () => this.orders.cancel(region) };
    const all = this.orders.of(region) ? [...choices, back] : choices;
    return draft.verb ? all : [...all, ...this.more(region)];
  }

  /** @param {grammar.Prepared} options @param {grammar.Draft} draft @param {grammar.PreparedOrder[]} orders @returns {Choice[]} */
  coastChoices(options, draft, orders) {
    return orders.map(({ target = "" }, index) => ({
      id: target,
      label: capital(this.coasts[target.slice(4)] ?? this.names[target.slice(0, 3)]),
      key: String(index + 1),
      icon: "coast",
      pick: () => this.take(grammar.chooseCoast(options, draft, target)),
    }));
  }

  /** @returns {[string, string]} */
  invitation() {
    const { sheet } = this.orders;
    return this.options && sheet ? invitation(this.options, sheet) : ["", ""];
  }

  // ---- gestures ---------------------------------------------------------------------------------

  /** @param {string} place */
  pick(place) {
    if (!this.open || !this.options) return;
    this.take(grammar.click(this.options, this.draft, place));
  }

  // Choose a unit from the list of orders or with the keyboard.
  /** @param {string} region */
  choose(region) {
    if (!this.open || !this.options) return;
    const unit = grammar.unitAt(this.options, region);
    if (!unit) return;
    this.board.panzoom.reveal(this.board.pointOf(unit.region));
    this.offer(grammar.newDraft(unit.region), true);
  }

  // The next place where something is due.
  next() {
    const { sheet } = this.orders;
    if (!this.open || !this.options || !sheet) return;
    const due = grammar.due(this.options, sheet);
    if (!due.length) {
      status(...this.invitation());
      return;
    }
    const at = due.indexOf(grammar.province(this.draft?.region ?? ""));
    this.choose(due[(at + 1) % due.length]);
  }

  /** @param {string} verb */
  verb(verb) {
    if (!this.open || !this.draft || !this.options) return false;
    if (!grammar.verbsOf(this.options, this.draft).includes(verb)) return false;
    this.take(grammar.chooseVerb(this.options, this.draft, verb));
    return true;
  }

  /** @param {number} number */
  coastByNumber(number) {
    const { options, draft } = this;
    const target = options && grammar.coasts(options, draft)[number - 1]?.target;
    if (!options || !draft || !target) return false;
    this.take(grammar.chooseCoast(options, draft, target));
    return true;
  }

  // The arrow keys walk over the lit provinces. Returns whether there was anywhere to go.
  /** @param {string} direction */
  walk(direction) {
    const { draft, options } = this;
    const { lit } = this.board.marks;
    if (!lit.length || !draft || !options) return false;
    const at = /** @type {HTMLElement | null | undefined} */ (focused()?.closest("[data-target]"))?.dataset.target;
    const from = at ?? grammar.province(draft.subject ?? draft.region);
    const next = this.board.neighbour(from, direction) ?? (at ? null : lit[0]);
    if (next) {
      this.board.focusTarget(next);
      const [sentence] = grammar.read(options, draft, this.names, (each) => this.kindAt(each));
      status(sentence.endsWith("…") ? sentence.replace(" …", ` ${this.names[next]}.`) : `${sentence} ${this.names[next]}?`, "Enter takes it.");
    }
    return true;
  }

  // B: the next home center that is free to build in.
  build() {
    if (!this.open || this.options?.kind !== "A" || this.options.adjustments <= 0) return false;
    this.next();
    return true;
  }

  waive() {
    const { sheet } = this.orders;
    if (!this.open || !this.options?.waive || !sheet || sheet.adjustments <= 0) return false;
    this.set(null);
    this.orders.send("WAIVE", null);
    return true;
  }

  cancelCurrent() {
    const region = this.open ? (this.draft?.region ?? null) : null;
    if (!region || !this.orders.of(region)) return false;
    this.orders.cancel(region);
    return true;
  }

  back() {
    if (!this.draft) return false;
    this.set(grammar.back(this.draft), { focus: this.byKeyboard });
    return true;
  }

  // True if the last act came by the keyboard: then the focus moves along.
  get byKeyboard() {
    const { activeElement } = document;
    return Boolean(activeElement && (this.menu.element.contains(activeElement) || activeElement.closest("[data-target]")) && activeElement.matches(":focus-visible"));
  }

  /** @param {grammar.Step} step */
  take(step) {
    const focus = this.byKeyboard;
    if (step.order) {
      this.set(null);
      this.orders.send(step.order.text, step.order.region);
    } else if (step.cancel) {
      this.set(null);
      if (this.orders.of(step.cancel)) this.orders.cancel(step.cancel);
    } else if (step.why) {
      this.set(step.draft);
      this.explain(step.why);
    } else if (step.nothing && this.options) {
      this.set(null);
      status(whyNothing(this.options, this.names[step.nothing]), "", { complaint: true });
    } else {
      this.offer(step.draft, focus);
    }
  }

  /** Say what may be ordered next, or that all is done. @param {grammar.Draft | null} draft @param {boolean} focus */
  offer(draft, focus) {
    const full = this.options && draft && grammar.spent(this.options, this.orders.sheet, draft.region) ? this.options : null;
    this.set(full ? null : draft, { focus });
    if (full) status(...allOrdered(full), { complaint: true });
  }

  /** @param {string} text of an order that is impossible */
  async explain(text) {
    const reply = await this.connection.send({ type: "ask", phase: this.orders.phase, text });
    const reason = reasonOf(reply, "That is not possible.");
    status(reason, "", { complaint: true });
    this.menu.complain(reason);
  }
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
