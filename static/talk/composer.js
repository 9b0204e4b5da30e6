// The line one writes in: keeps the draft of each conversation, shows how the text is read before it is
// sent, lets one pick among readings, and sends.
//
// If a bot listens, binding messages (a proposal, an answer to one) are sent only after their reading was shown, and
// several readings need a choice. Among people a message is sent at once: a reading is only an offer.
// Typed text leaves the field only once the server has it.

import { button, byId, form, input } from "../game/dom.js";
import { toast } from "../game/notices.js";
import { reasonOf } from "../game/outbox.js";
import { still } from "../game/press.js";
import { namesIn } from "./completing.js";
import { keyOf } from "./values.js";
import { clearingAct, rowsUnder } from "./reading.js";
import { Typing } from "./typing.js";

/** @import {Candidate, Command, Conversation, Message, OfferCommand, ReadCommand, Reading, Reply, SayCommand} from "../wire.d.ts" */
/** @import {Outbox, Pending} from "../game/outbox.js" */

const READ_AFTER_MS = 180;
const READ_AGAIN_MS = 2000;
const CUT = "The connection is lost, so this cannot be read or sent yet. It is kept here, and read once the connection is back.";

// text: as typed. offer: a candidate put together on the map, in place of text. reading: of readText. chosen: which
// of several candidates. plain: send the text as it stands. instead: {message, act}, the proposal this takes the place
// of: theirs (act "reject") or my own ("withdraw").
/**
 * @typedef {{text: string, offer: Candidate | null, reading: Reading | null, readText: string, chosen: number | null,
 *   plain: boolean, instead: {message: number, act: string} | null}} Draft
 */
/** @type {Draft} */
const EMPTY = { text: "", offer: null, reading: null, readText: "", chosen: null, plain: false, instead: null };

export class Composer {
  /**
   * give: as Outbox.give. phase: the one now played. plainAllowed: whether plain text may be sent. openWith: the message
   * whose proposal stands between me and these powers and the act would settle. longest: letters of the longest message.
   * @param {{drafts: import("./drafts.js").Drafts, ask: (command: Command) => Promise<Reply>, give: Outbox["give"],
   *   phase: () => string | undefined, onSaid: (message: Message) => void, plainAllowed: () => boolean,
   *   openWith: (powers: string[], act: string) => Message | undefined, longest: number,
   *   onPlaces: (places: Record<string, string>) => void}} parts onPlaces: the provinces the text names, and whose each is
   */
  constructor({ drafts, ask, give, phase, onSaid, plainAllowed, openWith, longest, onPlaces }) {
    this.longest = longest;
    this.drafts = drafts;
    this.ask = ask;
    this.give = give;
    this.phase = phase;
    this.onSaid = onSaid;
    this.plainAllowed = plainAllowed;
    this.openWith = openWith;
    this.form = form("talk-form");
    this.field = input("talk-text");
    this.line = byId("talk-reading");
    this.button = button("talk-send");
    /** @type {Draft} */
    this.state = EMPTY;
    /** @type {Conversation | null} */
    this.conversation = null;
    this.botsListen = false;
    this.silent = [];
    this.timer = 0;
    this.asked = 0;
    this.busy = false;
    this.fault = "";
    this.isCut = false;
    this.isEarly = false; // other texts of mine were still being read
    this.typing = new Typing({
      field: this.field,
      mirror: byId("talk-mirror"),
      ask: (text) => ask({ type: "complete", text, to: this.conversation?.to ?? [] }),
      onPlaces,
      onBegun: () => this.conversation && this.show(),
    });
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  // ---- which conversation -----------------------------------------------------------------------

  // Write in this conversation from now on; what was begun in it is there again.
  // botsListen: whether a bot hears it; among people a reading is only offered. silent: names of those who never answer.
  /** @param {Conversation} conversation @param {{botsListen: boolean, silent: string[]}} who */
  open(conversation, { botsListen, silent }) {
    const before = this.conversation;
    Object.assign(this, { conversation, botsListen, silent });
    byId("talk-to").textContent = conversation.title;
    this.field.placeholder = `Write to ${conversation.kind === "all" ? "everybody" : conversation.title}`;
    if (before && before.key === conversation.key) {
      if (before.open !== conversation.open) this.show();
      return;
    }
    this.put({ ...EMPTY, ...this.drafts.get(conversation.key) });
    if (this.state.text && !this.state.offer) this.read();
  }

  // Show this state in the field and under it.
  /** @param {Draft} state */
  put(state) {
    clearTimeout(this.timer);
    this.asked += 1;
    this.fault = "";
    this.field.value = state.text;
    this.change(state);
    this.fit();
  }

  /** @param {Partial<Draft>} change */
  change(change) {
    this.state = { ...this.state, ...change };
    const { text, offer, plain, instead } = this.state;
    if (this.conversation) this.drafts.set(this.conversation.key, text || offer ? { text, offer, plain, instead } : null);
    this.show();
  }

  // Put a sentence into the line, ready to be edited; a plain one is not read where that is allowed.
  /** @param {string} text @param {{instead?: Draft["instead"], plain?: boolean}} how */
  write(text, { instead = null, plain = false } = {}) {
    this.put({ ...EMPTY, text, instead, plain: plain && this.plainAllowed() });
    this.focus();
    this.field.setSelectionRange(text.length, text.length);
    if (!this.state.plain) this.read();
  }

  // A proposal that was put together on the map: it can be sent as it stands, or written in words instead.
  /** @param {Candidate} candidate */
  hold(candidate) {
    this.put({ ...EMPTY, offer: candidate });
    this.focus();
  }

  focus() {
    this.field.focus();
  }

  clear() {
    this.put(EMPTY);
  }

  // ---- reading ----------------------------------------------------------------------------------

  typed() {
    const text = this.field.value.replace(/\s*\n\s*/g, " ");
    if (text !== this.field.value) this.field.value = text;
    this.fit();
    this.fault = "";
    const { instead } = this.state;
    this.change(text.trim() ? { ...EMPTY, text, instead } : EMPTY);
    clearTimeout(this.timer);
    this.asked += 1;
    if (text.trim()) this.timer = setTimeout(() => this.read(), READ_AFTER_MS);
  }

  // Ask how the text is understood. Resolves to its reading, which is shown if the text still stands there.
  /** @returns {Promise<Reading | null>} */
  async read() {
    clearTimeout(this.timer);
    if (this.tooLong) return null;
    const asked = ++this.asked;
    const { text } = this.state;
    const reply = await this.ask({ type: "read", text: text.trim(), to: this.conversation?.to ?? [] });
    const reading = reply.type === "reading" ? reply.reading : null;
    if (asked !== this.asked) return reading;
    if (this.isCut || this.isEarly) this.fault = "";
    this.isCut = reply.type === "refused" && reply.code === "offline";
    this.isEarly = reply.type === "refused" && reply.code === "too_fast";
    if (this.isEarly) this.timer = setTimeout(() => this.read(), READ_AGAIN_MS);
    if (!reading) {
      this.fault = this.isCut ? CUT : reasonOf(reply, "");
      this.show();
      return null;
    }
    const chosen = reading.candidates.findIndex((each) => each.l === this.candidate?.l);
    this.change({ reading, readText: text, chosen: chosen < 0 ? null : chosen });
    return reading;
  }

  // The line is back: what could not be read without it is read now.
  lineIsBack() {
    if (this.isCut && this.state.text.trim() && !this.isRead) this.read();
  }

  // The board or what is on the table has changed: the same words may mean something else now.
  reread() {
    this.typing.completion.forget();
    if (this.isRead && !this.state.plain) this.read();
  }

  // Orders clicked together on an old board are dropped.
  forgetOffer() {
    if (!this.state.offer) return;
    this.clear();
    this.fault = "The phase is over; what you put together on the map was not sent.";
    this.show();
  }

  // True if the text may be sent as it is, whatever its reading: no listener needs the reading.
  get isFree() {
    return !this.botsListen && this.plainAllowed();
  }

  get tooLong() {
    return this.state.text.trim().length > this.longest;
  }

  get isRead() {
    const { reading, readText, text } = this.state;
    return Boolean(reading) && readText === text;
  }

  // Marks in the text; unread words only for listeners who need the reading; null until it is read.
  get marks() {
    const { reading } = this.state;
    if (!this.isRead || !reading) return null;
    const { stretches } = reading;
    return this.isFree || this.state.plain ? namesIn(stretches) : stretches;
  }

  // The candidate that Send would say; null for plain text or where one must still choose.
  get candidate() {
    return this.candidateOf(this.state);
  }

  /** @param {Draft} draft */
  candidateOf({ text, offer, reading, readText, chosen, plain, instead }) {
    if (offer) return offer;
    if (plain || readText !== text || !reading || reading.verdict === "none") return null;
    // Enter sends the first of several; among people only what was picked is said.
    const first = reading.verdict === "clear" || !this.isFree ? 0 : -1;
    const found = reading.candidates[chosen ?? first] ?? null;
    // Between people what may not be said so goes out as it stands, unless one act makes room for it.
    const isLetGo = this.isFree && found?.blocked && !instead && !clearingAct(this, found);
    return isLetGo ? null : found;
  }

  // ---- sending ----------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (this.isNumberOfChoice(event)) {
      event.preventDefault();
      this.pick(Number(event.key) - 1);
    } else if (event.key === "Escape" && this.state.offer && !this.state.text) {
      event.preventDefault();
      event.stopPropagation();
      this.clear();
    }
  }

  // True if this key picks one of the numbered choices: right behind a word or a full stop nobody types a number.
  /** @param {KeyboardEvent} event */
  isNumberOfChoice({ key, ctrlKey, altKey, metaKey }) {
    const { reading, text, plain, offer } = this.state;
    if (ctrlKey || altKey || metaKey || this.isFree || plain || offer || !this.isRead || reading?.verdict !== "choose") return false;
    const { selectionStart, selectionEnd, value } = this.field;
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length;
    return isAtEnd && /(\p{L}{3}|[.?!])$/u.test(text) && /^[1-9]$/.test(key) && Number(key) <= reading.candidates.length;
  }

  // One of several readings is meant: where a bot listens that sends it, unless it breaks one's word, which is shown
  // first. Among people it is chosen, and let go of by the same once more.
  /** @param {number} index */
  pick(index) {
    const again = this.state.chosen === index;
    this.change({ chosen: this.isFree && again ? null : index });
    this.focus();
    if (!this.isFree && (again || !this.candidate?.against.length)) this.submit();
  }

  // Send the text as it is at this call, even if more is typed while it is read.
  async submit() {
    const draft = { ...this.state };
    const { text, offer, plain, instead } = draft;
    if (this.busy || !this.conversation || this.tooLong || (!text.trim() && !offer)) return;
    if (!offer && !plain && !this.isRead) {
      const { key } = this.conversation;
      const reading = await this.read();
      const isThere = this.conversation.key === key && this.state.text.startsWith(text);
      // Among people what the line is missing for waits as it stands.
      if (!reading && this.isCut && this.isFree && this.state.text === text) {
        await this.say(draft, null);
        return;
      }
      if (!reading || !isThere || this.busy) return;
      Object.assign(draft, { reading, readText: text });
      // Now it is on the screen: what may mean several things, or breaks one's word, waits for a second look.
      const torn = !this.isFree && reading.verdict === "choose";
      if (torn || this.candidateOf(draft)?.against.length) return;
    }
    const candidate = this.candidateOf(draft);
    if (!candidate && !this.plainAllowed()) return;
    if (candidate?.blocked && !instead) return;
    await this.say(draft, candidate);
  }

  /** @param {Draft} draft @param {Candidate | null} candidate */
  async say({ text, instead }, candidate) {
    if (!this.conversation) return;
    const { key, to } = this.conversation;
    /** @type {SayCommand} */
    const command = { type: "say", text: text.trim(), to, l: candidate?.l ?? "", plain: !candidate, instead: instead?.message ?? 0 };
    if (command.l && this.phase()) command.phase = this.phase();
    /** @type {{note: string, late: (reply: Reply | Pending) => void}} */
    const how = { note: candidate?.english ?? "", late: (reply) => this.answered(command, how.note, reply) };
    this.setBusy(true);
    const reply = await this.give(command, how);
    this.setBusy(false);
    if (reply.type === "held") {
      // It stands in the conversation now, as not sent yet.
      this.settle(key, text);
      return;
    }
    if (reply.type === "said") {
      this.settle(key, text);
      this.onSaid(reply.message);
      return;
    }
    if (this.conversation?.key !== key) return;
    if (reply.type === "refused" && reply.code === "protocol") {
      // The reading says so in better words, and what can be done about it.
      await this.read();
      if (this.candidate?.blocked) {
        this.change({ instead: null });
        return;
      }
    }
    this.fault = reasonOf(reply);
    if ("reading" in reply && reply.reading) this.change({ reading: reply.reading, readText: text, chosen: null });
    else this.show();
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    this.button.disabled = busy;
  }

  // This text has been said: take it out of the line, but not what was typed behind it meanwhile.
  /** @param {string} key @param {string} text */
  settle(key, text) {
    const here = this.conversation?.key === key;
    const draft = here ? this.state : this.drafts.get(key);
    const now = draft?.text ?? "";
    if (now.trim() === text.trim()) {
      if (here) this.clear();
      else this.drafts.set(key, null);
      return;
    }
    const rest = now.startsWith(text) ? now.slice(text.length).trimStart() : now;
    if (!here) this.drafts.set(key, { ...draft, text: rest, offer: null });
    else {
      this.put({ ...EMPTY, text: rest });
      this.read();
    }
  }

  // A message that waited for the connection has its answer: it is shown, or returns to its text field.
  /**
   * @param {SayCommand} command
   * @param {string} note
   * @param {Reply | Pending} reply
   */
  answered({ to, text }, note, reply) {
    if (reply.type === "said") {
      this.onSaid(reply.message);
      return;
    }
    const key = keyOf([this.drafts.me ?? "", ...to]);
    const here = this.conversation?.key === key;
    const draft = here ? this.state : this.drafts.get(key);
    const whole = [text, draft?.text].filter(Boolean).join(" ");
    if (!here || !text) {
      if (text) this.drafts.set(key, { ...EMPTY, text: whole });
      toast(`“${text || note}” was not sent${text ? ", and is kept as a draft" : ""}. ${reasonOf(reply)}`);
      return;
    }
    this.put({ ...EMPTY, text: whole });
    this.read().then(() => ((this.fault = reasonOf(reply)), this.show()));
  }

  // ---- what stands under the line ---------------------------------------------------------------

  show() {
    const may = !this.tooLong && (!this.candidate?.blocked || this.state.instead);
    this.line.toggleAttribute("data-read", this.isRead);
    this.form.classList.toggle("is-wrong", Boolean(this.fault) || this.tooLong);
    this.button.classList.toggle("is-blocked", !may);
    still(this.line, () => this.line.replaceChildren(...rowsUnder(this)));
    this.typing.show({ text: this.state.text, stretches: this.marks, key: this.conversation?.key ?? "" });
  }

  toPlain() {
    if (this.plainAllowed()) this.change({ plain: true });
    else this.fault = "Rephrase it; only messages that bots understand may be sent here.";
    this.show();
    this.focus();
  }

  // The field grows with its text, to four lines.
  fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight + 3}px`;
  }
}
