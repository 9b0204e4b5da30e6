// My orders in the phase now played: each is sent, saved, told of, and can be taken back.

import { province } from "./grammar.js";
import { status } from "./notices.js";
import { reasonOf } from "./outbox.js";
import { Past } from "./past.js";
import { FATES } from "./prompts.js";

/** @import {Options, OrderCommand, CancelCommand, ReadyCommand, Reply, Sheet, WrittenOrder} from "../wire.d.ts" */
/** @import {Outbox, Pending} from "./outbox.js" */
/** @typedef {Map<string, string>} Written the text of each order by its unit */

export class Orders {
  /**
   * isOpen: whether orders are written now. onSheet: the server has saved this. onCancel: an order is about to be taken
   * back. onTravelled: one was undone, or done again. isComposing: whether the next order has been begun.
   * @param {{outbox: Outbox, names: Record<string, string>, slug: string, isOpen: () => boolean, onSheet: (sheet: Sheet) => void,
   *   onCancel: () => void, onTravelled: () => void, isComposing: () => boolean}} parts names: province code -> name
   */
  constructor({ outbox, names, slug, isOpen, onSheet, onCancel, onTravelled, isComposing }) {
    this.outbox = outbox;
    this.names = names;
    this.slug = slug;
    this.isOpen = isOpen;
    this.onSheet = onSheet;
    this.onCancel = onCancel;
    this.onTravelled = onTravelled;
    this.isComposing = isComposing;
    /** @type {Promise<unknown>} the answer to what was given last */
    this.answered = Promise.resolve();
    this.phase = "";
    /** @type {Options["kind"]} */
    this.kind = "M";
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {Past | null} */
    this.past = null;
  }

  /** A new phase. @param {Pick<Options, "phase" | "kind">} options @param {Sheet} sheet */
  begin({ phase, kind }, sheet) {
    this.phase = phase;
    this.kind = kind;
    this.sheet = sheet;
    this.past = new Past(`acts:${this.slug}:${phase}`);
  }

  /** Order of the unit in a region. @param {string} region */
  of(region) {
    return this.sheet?.orders.find((order) => order.unit === province(region)) ?? null;
  }

  // ---- giving ------------------------------------------------------------------------------------

  /** One unit's order. Resolves to whether it stands. @param {string} text @param {string | null} region */
  async send(text, region, { remember = true } = {}) {
    const before = this.written();
    const unit = region && province(region);
    const reply = await this.give({ type: "order", phase: this.phase, text }, unit);
    const sheet = this.accept(reply);
    if (!sheet) return false;
    const order = region && this.of(region);
    const changed = region ? (order ? [order] : []) : this.changedSince(before);
    if (remember) this.remember(changed.length || !unit ? changed : [{ unit, text }], before);
    if (changed.length) this.tellSaved(changed);
    this.onSheet(sheet);
    return true;
  }

  /** Send typed or pasted text: an order, or a list of them. Resolves to the part left to correct. @param {string} text */
  async write(text) {
    const before = this.written();
    const reply = await this.give({ type: "order", phase: this.phase, text }, null);
    const sheet = this.accept(reply);
    if (!sheet) return text;
    const changed = this.changedSince(before);
    this.remember(changed, before);
    if (changed.length) this.tellSaved(changed);
    const refused = (reply.type === "sheet" && reply.refused) || [];
    if (refused.length) status(`Not saved: ${refused.map((each) => `${each.text}. ${each.message}`).join(" ")}`, "", { complaint: true });
    this.onSheet(sheet);
    return refused.map((each) => each.text).join("; ");
  }

  /** Take an order back. unit: its key on the sheet, or a region. @param {string} unit */
  async cancel(unit, { remember = true } = {}) {
    const code = unit.startsWith("WAIVE") ? unit : province(unit);
    const before = this.sheet?.orders.find((order) => order.unit === code)?.text ?? null;
    this.onCancel();
    const reply = await this.give({ type: "cancel", phase: this.phase, unit: code }, code);
    const sheet = this.accept(reply);
    if (!sheet) return false;
    if (remember && before) this.past?.record([{ unit: code, before, after: null }]);
    const name = this.names[code];
    const then = name ? FATES[this.kind] : "";
    status("Order taken back.", name && then ? `${name} ${then} unless you order otherwise.` : "");
    this.onSheet(sheet);
    return true;
  }

  /** Say that they are final, or not yet. @param {boolean} ready */
  async ready(ready) {
    const reply = await this.give({ type: "ready", phase: this.phase, ready }, "ready");
    const sheet = this.accept(reply);
    if (!sheet) return;
    const undo = sheet.closes ? "Undo takes it back." : "Take it back while others still write.";
    status(ready ? "You are ready." : "You are not ready yet.", ready ? undo : "");
    this.onSheet(sheet);
  }

  /**
   * Give the outbox a command about a unit. What has to wait for the line is said to, and waited for.
   * @param {OrderCommand | CancelCommand | ReadyCommand} command
   * @param {string | null} slot
   * @returns {Promise<Reply | Pending>}
   */
  give(command, slot) {
    /** @type {Promise<Reply | Pending>} */
    const answer = new Promise((resolve) => {
      this.outbox.give(command, { slot, late: resolve }).then((reply) => {
        if (reply.type !== "held") resolve(reply);
        else this.tell("Not sent yet.", "It is kept here and sent once the connection is back.");
      });
    });
    this.answered = answer;
    return answer;
  }

  /** Tell the result of an order, unless the next one is begun: then only the list shows it. @param {string} lead */
  tell(lead, rest = "") {
    if (!this.isComposing()) status(lead, rest);
  }

  /** The sheet that a reply brings; null, and why is said, where nothing was saved. @param {Reply | Pending} reply */
  accept(reply) {
    if (reply.type === "replaced") return null;
    if (reply.type === "sheet") {
      this.sheet = reply.sheet;
      return reply.sheet;
    }
    status(reasonOf(reply), "", { complaint: true });
    return null;
  }

  // ---- remembering -------------------------------------------------------------------------------

  /** @returns {Written} */
  written() {
    return new Map((this.sheet?.orders ?? []).map((order) => [order.unit, order.text]));
  }

  /** @param {Written} before */
  changedSince(before) {
    return (this.sheet?.orders ?? []).filter((order) => before.get(order.unit) !== order.text);
  }

  /** @param {{unit: string, text: string}[]} changed @param {Written} before */
  remember(changed, before) {
    this.past?.record(changed.map(({ unit, text }) => ({ unit, before: before.get(unit) ?? null, after: text })));
  }

  /** @param {WrittenOrder[]} changed */
  tellSaved(changed) {
    const [{ sentence, note }] = changed;
    if (changed.length > 1) this.tell(`${changed.length} orders are saved.`);
    else this.tell(sentence, note ? `${capital(note)}.` : "Saved.");
  }

  undo() {
    return this.travel(this.past?.undo() ?? [], "Undone.");
  }

  redo() {
    return this.travel(this.past?.redo() ?? [], "Done again.");
  }

  /** @param {import("./past.js").Travel[]} steps @param {string} word */
  async travel(steps, word) {
    if (!steps.length || !this.isOpen()) return;
    for (const { unit, text } of steps) {
      const done = text
        ? await this.send(text, unit.startsWith("WAIVE") ? null : unit, { remember: false })
        : await this.cancel(unit, { remember: false });
      if (done) status(word, text ? (this.of(unit)?.sentence ?? "") : "");
    }
    this.onTravelled();
  }
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
