// The talk of a game: conversations, messages, cards and the line one writes in.

import { earlierRow, namesOfMute, showHead, withNotes } from "./around.js";
import { Beside } from "./beside.js";
import { Composer } from "./composer.js";
import { byId, h, kept } from "../game/dom.js";
import { Company } from "./company.js";
import { Deals } from "./deals.js";
import { Drafts } from "./drafts.js";
import { Groups } from "./groups.js";
import { History } from "./history.js";
import { Ledger } from "./ledger.js";
import { Log } from "./log.js";
import { news, toast } from "../game/notices.js";
import { Named } from "./named.js";
import { followKeyboard } from "../game/onscreen.js";
import { reasonOf } from "../game/outbox.js";
import { firstUnread, hasEarlier, keyOf, merge, messagesOf, openWith, tabsOf, turnWords, unreadOf, unwritten, withHeard, withMessages } from "./values.js";
import { rowsOf } from "./rows.js";
import { Seen } from "./seen.js";
import { Tabs } from "./tabs.js";

/** @import {AgreedOrder, Candidate, Conversation, Message, Page, Press, PromiseRow, Reply, State} from "../wire.d.ts" */
/** @import {Item, Outbox} from "../game/outbox.js" */

export class Talk {
  /**
   * @param {{page: Page, me: string | null, board: import("../game/board.js").Board, entry: import("../game/entry.js").Entry,
   *   connection: import("../game/connection.js").Connection, outbox: Outbox, alerts: import("../game/alerts.js").Alerts,
   *   showTalk: () => void, isShown: () => boolean, onAgreed: (agreed: AgreedOrder[]) => void}} parts
   */
  constructor({ page, me, board, entry, connection, outbox, alerts, showTalk, isShown, onAgreed }) {
    this.page = page;
    this.me = me;
    this.outbox = outbox;
    this.alerts = alerts;
    this.showTalk = showTalk;
    this.isShown = isShown;
    this.onAgreed = onAgreed;
    this.names = page.powers;
    /** @type {Press | null} */
    this.press = null;
    /** @type {Conversation[]} */
    this.conversations = [];
    /** @type {string | null} the key of the one that is shown */
    this.active = null;
    this.groups = new Groups({ slug: page.slug, me, onBegin: (key) => (this.choose(key), this.composer.focus()) });
    this.company = new Company();
    /** @type {number | null} the first message that was not read when the conversation was opened */
    this.freshFrom = null;
    /** @type {number | null} the message that was gone to */
    this.found = null;
    this.history = new History({ address: page.urls.press, before: () => this.beforeHere(), onMore: (more, key) => this.grow(more, key) });
    /** @type {State | null} */
    this.state = null;
    this.log = new Log({ onScroll: () => this.look(), onTop: () => this.history.earlier() });
    this.beside = new Beside({
      names: () => this.state?.game.phases.map((phase) => phase.name) ?? [],
      first: () => this.messages[0]?.phase,
      earlier: () => this.history.earlier(),
      onMove: () => this.show({ toEnd: !this.beside.phase }),
    });
    this.tabs = new Tabs({ onChoose: (key, how) => this.choose(key, how) });
    this.named = new Named(board);
    this.composer = new Composer({
      drafts: new Drafts(page.slug, me),
      ask: (command) => connection.send(command),
      give: (command, how) => outbox.give(command, how),
      phase: () => this.state?.game.phase,
      onSaid: (message) => this.said(message),
      plainAllowed: () => Boolean(this.press?.plain),
      openWith: (powers, act) => (this.press ? openWith(this.press, powers, act) : undefined),
      longest: page.longest_message,
      onPlaces: (places) => this.named.show(places),
    });
    this.seen = new Seen({ isSeen: (key) => this.isSeen() && key === this.active, connection, onPress: (fresh) => this.receive(fresh) });
    this.ledger = new Ledger({
      me,
      names: this.names,
      turn: (phase) => turnWords(page.words, phase),
      onOpen: (partner) => this.openLedger(partner),
      onMessage: (promise) => this.goTo(promise),
    });
    this.deals = new Deals({
      page,
      me,
      board,
      entry,
      connection,
      outbox,
      messageOf: (id) => this.press?.messages.find((each) => String(each.id) === id),
      onSaid: (message) => this.said(message),
      onDrawn: () => this.showLog(false),
      onBack: () => showTalk(),
      onOffer: (candidate, power) => this.hold(candidate, power),
    });
    this.listen();
  }

  listen() {
    byId("ledger-close").addEventListener("click", () => this.closeLedger(true));
    byId("talk-record").addEventListener("click", () => this.openLedger(this.partner));
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("focus", () => this.look());
    followKeyboard();
  }

  // ---- what the server says ---------------------------------------------------------------------

  /** @param {Press | null} press */
  receive(press) {
    if (!press || press.level === 0) return;
    const before = this.press;
    this.press = merge(before, press);
    const known = new Map(before?.messages.map((message) => [message.id, message]));
    const came = before ? press.messages.filter((message) => !known.has(message.id)) : [];
    this.show();
    // "Ok" means something else once there is something to agree to.
    const settled = (/** @type {Message} */ { id, conversation, card }) => conversation === this.active && known.get(id)?.card?.state !== card?.state;
    if (came.some((message) => message.conversation === this.active) || press.messages.some(settled)) this.composer.reread();
    this.announce(came.filter((message) => !message.mine));
  }

  /** Somebody, or I on another screen, has said something, and nothing else is new. @param {Message} message */
  heard(message) {
    const press = this.press && withHeard(this.press, message);
    if (press) this.receive(press);
    else void this.refetch();
  }

  /** @param {Message} message */
  said(message) {
    if (this.press) this.press = withMessages(this.press, [message]);
    this.show({ toEnd: true });
  }

  // The outbox has changed.
  showWaiting() {
    if (this.press) this.showLog(false);
  }

  // Something gets through to the server again, or nothing any more.
  lineChanged() {
    this.composer.lineIsBack();
  }

  /** The answer to what was said before the page was loaded anew. @param {Item} item @param {Reply} reply */
  answered(item, reply) {
    if (item.command.type === "say") this.composer.answered(item.command, item.note, reply);
    else if (reply.type === "said") this.said(reply.message);
    else toast(reasonOf(reply));
  }

  /** The state around the talk: seats, phase and sheet. @param {State} state */
  setState(state) {
    const before = this.state;
    this.state = state;
    this.company = new Company(state.seats);
    if (before && before.game.phase !== state.game.phase) {
      this.deals.offers.clear();
      this.composer.forgetOffer();
      this.composer.reread();
    }
    if (before?.game.status === "running" && state.game.status !== "running") this.refetch();
    if (this.press) this.show();
  }

  // The game is over: no more is said, and everybody may read all of it.
  async refetch() {
    this.receive(await this.history.fetch({}));
  }

  /** @param {Message[]} came */
  announce(came) {
    const heard = came.filter((message) => !(message.conversation === this.active && this.isSeen()));
    for (const message of came.slice(-3)) news(`${this.names[message.speaker]}: ${message.text || message.readback}`);
    if (heard.length) this.alerts.tell("talk");
  }

  // ---- showing ----------------------------------------------------------------------------------

  /** The conversation that is shown; there must be one. @returns {Conversation} */
  get conversation() {
    const shown = this.conversations.find((each) => each.key === this.active) ?? this.conversations[0];
    if (!shown) throw new Error("There is no conversation in this game.");
    return shown;
  }

  // Its messages, as far as they are here.
  get messages() {
    return this.press && this.active !== null ? messagesOf(this.press, this.active) : [];
  }

  // The one other power of a conversation of two.
  get partner() {
    if (!this.conversations.length) return null;
    const { kind, to } = this.conversation;
    return kind === "pair" && to.length === 1 ? to[0] : null;
  }

  show({ toEnd = false } = {}) {
    const { press, me, names } = this;
    if (!press) return;
    const seated = this.state?.seats.map((seat) => seat.power);
    const powers = Object.keys(names).filter((power) => seated?.includes(power) ?? true);
    this.conversations = tabsOf(press, { me, powers, names, started: this.groups.started });
    byId("group-menu").hidden = !press.can_talk && this.conversations.every((each) => each.kind !== "group" && each.to.length === 1);
    byId("group-form").hidden = !press.can_talk;
    byId("talk-over").hidden = press.can_talk || !this.conversations.length;
    if (!this.conversations.length) {
      byId("talk-form").hidden = !press.can_talk;
      const yet = this.state?.game.status === "running" ? " yet" : "";
      this.log.element.replaceChildren(h("p", { class: "talk-empty" }, `There are no messages in this game${yet}.`));
      return;
    }
    if (!this.conversations.some((each) => each.key === this.active)) this.active = this.company.opening(this.conversations, kept.get(`talk-tab:${this.page.slug}`) ?? (this.page.guide && keyOf([this.me ?? "", this.page.guide])));
    const { conversation: here, company } = this;
    const silent = namesOfMute(here, names, company);
    this.tabs.show(this.conversations, this.active, this.beside.phase, this.company);
    showHead({ conversation: here, partner: this.partner, press, names, company }, this.page.guide);
    byId("talk-form").hidden = !press.can_talk || silent.length === here.to.length;
    if (press.can_talk) this.composer.open(here, { botsListen: company.botsListen(here.to), silent });
    this.showLog(toEnd);
    this.ledger.show(press, this.state?.sheet);
    this.onAgreed(unwritten(press, this.state?.sheet));
    this.alerts.setUnread(unreadOf(press));
    this.look();
  }

  /** @param {boolean} toEnd */
  showLog(toEnd) {
    const { log, press, active: key, messages } = this;
    if (!press || key === null) return;
    if (log.key !== key) this.freshFrom = firstUnread(messages, this.conversation.unread);
    const rows = rowsOf(this, press, key);
    if (hasEarlier(press, this.conversation)) rows.unshift(earlierRow(() => this.history.earlier()));
    log.show(key, withNotes({ conversation: this.conversation, partner: this.partner, press, names: this.names, company: this.company }, rows), { toEnd });
    if (this.beside.phase) log.toTurn();
  }

  // A whole sentence goes out at once; any other is begun in the line.
  /** @param {Message} message @param {import("./chips.js").Chip} chip */
  pickChip(message, chip) {
    this.composer.write(chip.text, { instead: chip.counters ? { message: message.id, act: "reject" } : null, plain: chip.plain });
    if (chip.sends) void this.composer.submit();
  }

  // ---- reading ----------------------------------------------------------------------------------

  isSeen() {
    return !document.hidden && document.hasFocus() && this.isShown() && !this.ledger.isOpen;
  }

  // Messages in view count as read.
  look() {
    const here = this.conversations.length && this.isSeen() ? this.conversation : null;
    this.seen.look(here, here && this.messages.at(-1)?.id);
  }

  // Older messages of the shown conversation; null if there are none.
  beforeHere() {
    if (!this.press || !this.conversations.length || !hasEarlier(this.press, this.conversation)) return null;
    return { with: this.conversation.key, before: String(this.messages[0]?.id ?? Number.MAX_SAFE_INTEGER) };
  }

  /** Older messages of a conversation have come. @param {Press} more @param {string} key */
  grow(more, key) {
    if (this.press) this.press = withMessages(this.press, more.messages);
    if (this.active === key) this.log.growAbove(() => this.showLog(false));
  }

  // ---- moving about -----------------------------------------------------------------------------

  /** @param {string} key */
  choose(key, { focus = false } = {}) {
    this.active = key;
    this.found = null;
    kept.set(`talk-tab:${this.page.slug}`, key);
    this.closeLedger();
    this.show();
    this.beside.again();
    if (focus) this.tabs.focus();
  }

  // The talk came into sight.
  opened() {
    this.look();
    this.beside.again();
  }

  /** A proposal that was put together on the map: in the line of that conversation, ready to be sent. @param {Candidate} candidate @param {string} power */
  hold(candidate, power) {
    this.showTalk();
    this.choose(keyOf([this.me ?? "", power]));
    this.composer.hold(candidate);
  }

  /** Begin a message to a power. @param {string} power */
  writeTo(power) {
    this.showTalk();
    this.choose(keyOf([this.me ?? "", power]));
    this.composer.focus();
  }

  focus() {
    this.showTalk();
    this.closeLedger();
    this.composer.focus();
  }

  /** Show where a promise was made, however long ago. @param {PromiseRow} promise */
  async goTo({ message: id, by, between }) {
    this.showTalk();
    this.choose(keyOf([by, ...between]));
    const isHere = () => this.press?.messages.some((each) => each.id === id);
    while (!isHere() && (await this.history.earlier()));
    if (!isHere()) {
      toast("Those messages could not be loaded. Try again in a moment.");
      return;
    }
    this.found = id;
    this.beside.phase = this.beside.wanted = null;
    this.log.atEnd = false;
    this.showLog(false);
    this.log.reveal(id);
  }

  /** @param {string | null} partner */
  openLedger(partner) {
    this.showTalk();
    this.ledger.open(partner);
  }

  closeLedger(focus = false) {
    if (!this.ledger.close()) return;
    this.log.toEnd();
    if (focus) this.tabs.focus();
    this.look();
  }
}
