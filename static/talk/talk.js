// The talk of a game: conversations, messages, cards and the line one writes in.

import { Beside } from "./beside.js";
import { Composer } from "./composer.js";
import { byId, details, findAll, form, h, kept, narrow, within } from "../game/dom.js";
import { conversation, portrait } from "./bubbles.js";
import { Company, silentWords } from "./company.js";
import { Drafts } from "./drafts.js";
import { Ledger, record } from "./ledger.js";
import { Log } from "./log.js";
import { news, status, toast } from "../game/notices.js";
import { Named } from "./named.js";
import { Offers } from "./offers.js";
import { followKeyboard } from "../game/onscreen.js";
import { reasonOf } from "../game/outbox.js";
import { hasEarlier, keyOf, merge, messagesOf, openWith, tabsOf, turnWords, unreadOf, unwritten, withHeard, withMessages } from "./values.js";
import { Seen } from "./seen.js";
import { Tabs } from "./tabs.js";
import { unsaid } from "./unsaid.js";

const DONE = { accept: "Agreed.", reject: "Rejected.", withdraw: "Withdrawn." };

/** @import {AgreedOrder, Conversation, Message, OfferCommand, Page, Press, PromiseRow, Reply, State} from "../wire.d.ts" */
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
    this.board = board;
    this.entry = entry;
    this.connection = connection;
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
    this.started = kept.get(`talk-groups:${page.slug}`) ?? [];
    this.active = null;
    this.company = new Company();
    /** @type {string | null} the power whose promises are shown */
    this.ledgerOf = null;
    this.freshFrom = this.found = null;
    this.fetching = null;
    /** @type {State | null} */
    this.state = null;
    this.log = new Log({ onScroll: () => this.look(), onTop: () => this.earlier() });
    this.beside = new Beside({
      names: () => this.state?.game.phases.map((phase) => phase.name) ?? [],
      first: () => messagesOf(this.press, this.active)[0]?.phase,
      earlier: () => this.earlier(),
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
      openWith: (powers, act) => openWith(this.press, powers, act),
      longest: page.longest_message,
      onPlaces: (places) => this.named.show(places),
    });
    this.seen = new Seen({
      isSeen: (key) => this.isSeen() && key === this.active,
      connection,
      onPress: (fresh) => this.receive(fresh),
    });
    this.ledger = new Ledger({
      names: this.names,
      turn: (phase) => turnWords(page.words, phase),
      onOpen: (partner) => this.openLedger(partner),
      onMessage: (promise) => this.goTo(promise),
    });
    this.offers = new Offers({
      board,
      entry,
      names: this.names,
      urls: page.urls,
      onOffer: (command, power) => this.propose(command, power),
      onBack: () => showTalk(),
    });
    this.listen();
  }

  listen() {
    const log = this.log.element;
    log.addEventListener("pointerover", (event) => this.point(event));
    log.addEventListener("pointerleave", (event) => this.point(event));
    byId("ledger-close").addEventListener("click", () => this.closeLedger(true));
    byId("talk-record").addEventListener("click", () => this.openLedger(this.partner));
    byId("group-form").addEventListener("submit", (event) => (event.preventDefault(), this.startGroup()));
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

  // Somebody, or I on another screen, has said something, and nothing else is new.
  /** @param {Message} message */
  heard(message) {
    const press = this.press && withHeard(this.press, message);
    if (press) this.receive(press);
    else void this.refetch();
  }

  /** @param {Message} message */
  said(message) {
    this.press = withMessages(this.press, [message]);
    this.show({ toEnd: true });
  }

  // What waits to be sent is no longer the same.
  showWaiting() {
    if (this.press) this.showLog(false);
  }

  // Something gets through to the server again, or nothing any more.
  lineChanged() {
    this.composer.lineIsBack();
  }

  // The answer to what was said before the page was loaded anew.
  /**
   * @param {Item} item
   * @param {Reply} reply
   */
  answered(item, reply) {
    if (item.command.type === "say") this.composer.answered(item.command, item.note, reply);
    else if (reply.type === "said") this.said(reply.message);
    else toast(reasonOf(reply));
  }

  // The state around the talk: seats, phase and sheet.
  /** @param {State} state */
  setState(state) {
    const before = this.state;
    this.state = state;
    this.company = new Company(state.seats);
    if (before && before.game.phase !== state.game.phase) {
      this.offers.clear();
      this.composer.forgetOffer();
      this.composer.reread();
    }
    if (before?.game.status === "running" && state.game.status !== "running") this.refetch();
    if (this.press) this.show();
  }

  // The game is over: no more is said, and everybody may read all of it.
  async refetch() {
    const press = await this.fetch({});
    if (press) this.receive(press);
  }

  /** @param {Message[]} came */
  announce(came) {
    const heard = came.filter((message) => !(message.conversation === this.active && this.isSeen()));
    for (const message of came.slice(-3)) news(`${this.names[message.speaker]}: ${message.text || message.readback}`);
    if (heard.length) this.alerts.tell("talk");
  }

  // ---- showing ----------------------------------------------------------------------------------

  get conversation() {
    return this.conversations.find((each) => each.key === this.active) ?? this.conversations[0];
  }

  // The one other power of a conversation of two.
  get partner() {
    const { kind, to } = this.conversation ?? {};
    return kind === "pair" && to.length === 1 ? to[0] : null;
  }

  show({ toEnd = false } = {}) {
    const { press, me, names } = this;
    const seated = this.state?.seats.map((seat) => seat.power);
    const powers = Object.keys(names).filter((power) => seated?.includes(power) ?? true);
    this.conversations = tabsOf(press, { me, powers, names, started: this.started });
    byId("group-menu").hidden = !press.can_talk && this.conversations.every((each) => each.kind !== "group" && each.to.length === 1);
    byId("group-form").hidden = !press.can_talk;
    byId("talk-over").hidden = press.can_talk || !this.conversations.length;
    if (!this.conversations.length) {
      this.log.element.replaceChildren(h("p", { class: "talk-empty" }, "Nothing was said in this game."));
      return;
    }
    if (!this.conversations.some((each) => each.key === this.active)) this.active = this.company.opening(this.conversations, kept.get(`talk-tab:${this.page.slug}`));
    this.tabs.show(this.conversations, this.active, this.beside.phase, this.company);
    this.showHead();
    byId("talk-form").hidden = !press.can_talk || this.isMute;
    const botsListen = this.company.botsListen(this.conversation.to);
    if (press.can_talk) this.composer.open(this.conversation, { botsListen, silent: this.silent });
    this.showLog(toEnd);
    this.ledger.show(press, me, this.ledgerOf, this.state?.sheet);
    this.onAgreed(unwritten(press, this.state?.sheet));
    this.alerts.setUnread(unreadOf(press));
    this.look();
  }

  // Whether nobody in this conversation could answer.
  get isMute() {
    return this.conversation.to.every((power) => this.company.isMute(power));
  }

  // The names of those who do not talk.
  get silent() {
    return this.conversation.to.filter((power) => this.company.isMute(power)).map((power) => this.names[power]);
  }

  showHead() {
    const { conversation, partner } = this;
    const page = partner && this.company.page(partner);
    const played = partner ? this.company.playedBy(partner) : "";
    const who = page ? [" ", h("a", { href: page }, played)] : [partner ? ` ${played}` : conversation.kind === "all" ? " in this game" : ""];
    byId("talk-panel").setAttribute("aria-labelledby", `tab-${conversation.key}`);
    const face = partner && this.company.face(partner);
    byId("talk-with").replaceChildren(face ? portrait(face) : "", h("span", {}, h("b", {}, conversation.title), ...who));
    const chip = byId("talk-record");
    chip.hidden = !partner || !this.press.promises.some((each) => each.by === partner || each.between.includes(partner));
    const [words, css] = record(this.press.partners.find((each) => each.power === partner));
    chip.className = `chip chip-${css} talk-record`;
    chip.querySelector("span").textContent = words;
  }

  showLog(toEnd) {
    const { log, page } = this;
    const key = this.active;
    const messages = messagesOf(this.press, key);
    if (log.key !== key) this.freshFrom = this.firstUnread(messages);
    const rows = conversation([...messages, ...unsaid(this.outbox, { key, me: this.me, phase: this.state?.game.phase })], {
      me: this.me,
      names: this.names,
      company: this.company,
      sheet: this.state?.sheet,
      places: this.page.places,
      drawn: this.offers.drawn,
      freshFrom: this.freshFrom,
      found: this.found,
      room: this.conversation.kind === "all" ? this.state?.table.notices : [],
      beside: this.beside,
      turn: (phase) => turnWords(page.words, phase),
      on: {
        answer: (message, act) => this.answer(message, act),
        counter: (message) => this.composer.write(message.card.edit, { instead: { message: message.id, act: "reject" } }),
        draw: (message) => this.draw(message),
      },
    });
    if (hasEarlier(this.press, this.conversation)) rows.unshift(this.earlierRow());
    if (this.company.isBlocked(this.partner)) rows.push(this.blockedRow());
    const busy = this.busy();
    log.show(key, rows.length ? [...rows, ...busy] : busy.length ? busy : [this.nothingYet()], { toEnd });
    if (this.beside.phase) log.toTurn();
  }

  // "Austria is writing …"
  busy() {
    const does = this.partner && this.company.does(this.partner);
    return does ? [h("p", { class: "talk-busy" }, `${this.names[this.partner]} is ${does} …`)] : [];
  }

  blockedRow() {
    const words = `You blocked the player of ${this.names[this.partner]}: what they write is not shown here.`;
    return h("p", { class: "talk-room", "data-blocked": "true" }, words, " ", h("a", { href: this.company.page(this.partner) }, "Read them again"));
  }

  nothingYet() {
    const { title, kind } = this.conversation;
    if (this.press.can_talk && this.isMute) return h("p", { class: "talk-empty" }, `${silentWords(this.silent)}.`);
    const to = kind === "all" ? "everybody" : title;
    return h("p", { class: "talk-empty" }, this.press.can_talk ? `No word yet. Ask ${to} for a support, offer peace, or say what you plan.` : "Nothing was said here.");
  }

  /** @param {Message[]} messages */
  firstUnread(messages) {
    const { unread } = this.conversation;
    return unread ? (messages.filter((message) => !message.mine).at(-unread)?.id ?? null) : null;
  }

  // ---- reading ----------------------------------------------------------------------------------

  isSeen() {
    return !document.hidden && document.hasFocus() && this.isShown() && byId("ledger").hidden;
  }

  // What is before my eyes counts as read.
  look() {
    const here = this.press && this.isSeen() ? this.conversation : null;
    this.seen.look(here, here && messagesOf(this.press, here.key).at(-1)?.id);
  }

  earlierRow() {
    return h("button", { type: "button", class: "button button-ghost button-small talk-earlier", "data-act": "earlier", onclick: () => this.earlier() }, "Earlier messages");
  }

  // Load the messages of this conversation before those that are here; one load at a time. Resolves to whether more came.
  earlier() {
    this.fetching ??= this.loadEarlier().finally(() => (this.fetching = null));
    return this.fetching;
  }

  async loadEarlier() {
    const { active: key } = this;
    if (!hasEarlier(this.press, this.conversation)) return false;
    const before = messagesOf(this.press, key)[0]?.id ?? Number.MAX_SAFE_INTEGER;
    const press = await this.fetch({ before: String(before), with: key });
    if (!press?.messages.length) return false;
    this.press = withMessages(this.press, press.messages);
    if (this.active !== key) return true;
    this.log.growAbove(() => this.showLog(false));
    return true;
  }

  /** @param {Record<string, string>} query @returns {Promise<Press | null>} */
  async fetch(query) {
    try {
      const response = await fetch(`${this.page.urls.press}?${new URLSearchParams(query)}`, { headers: { Accept: "application/json" } });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  // ---- moving about -----------------------------------------------------------------------------

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

  focus() {
    this.showTalk();
    this.closeLedger();
    this.composer.focus();
  }

  startGroup() {
    const chosen = findAll(byId("group-form"), "input:checked").map((each) => /** @type {HTMLInputElement} */ (each).value);
    details("group-menu").open = false;
    form("group-form").reset();
    if (!chosen.length) return;
    const key = keyOf([this.me, ...chosen]);
    if (!this.conversations.some((each) => each.key === key)) {
      this.started = [...this.started, key];
      kept.set(`talk-groups:${this.page.slug}`, this.started);
    }
    this.choose(key);
    this.composer.focus();
  }

  // Show where a promise was made, however long ago.
  /** @param {PromiseRow} promise */
  async goTo({ message: id, by, between }) {
    this.showTalk();
    this.choose(keyOf([by, ...between]));
    const isHere = () => this.press.messages.some((each) => each.id === id);
    while (!isHere() && (await this.earlier()));
    if (!isHere()) {
      toast("What was said then could not be loaded. Try again in a moment.");
      return;
    }
    this.found = id;
    this.beside.phase = this.beside.wanted = null;
    this.log.atEnd = false;
    this.showLog(false);
    this.log.reveal(id);
  }

  openLedger(partner) {
    this.ledgerOf = partner;
    this.showTalk();
    byId("ledger").hidden = false;
    byId("talk-panel").hidden = true;
    this.ledger.show(this.press, this.me, partner, this.state?.sheet);
    byId("ledger-close").focus();
  }

  closeLedger(focus = false) {
    if (byId("ledger").hidden) return;
    byId("ledger").hidden = true;
    byId("talk-panel").hidden = false;
    this.log.toEnd();
    if (focus) this.tabs.focus();
    this.look();
  }

  // ---- acting -----------------------------------------------------------------------------------

  /**
   * @param {Message} message
   * @param {"accept" | "reject" | "withdraw"} act
   */
  async answer(message, act) {
    const reply = await this.outbox.give({ type: "answer", message: message.id, act }, { late: (late) => (late.type === "said" ? this.said(late.message) : toast(reasonOf(late))) });
    if (reply.type === "held") {
      toast("Your answer is not sent yet. It goes out once the line is back.");
      return;
    }
    if (reply.type !== "said") {
      toast(reasonOf(reply));
      return;
    }
    this.said(reply.message);
    news(DONE[act]);
    if (act === "accept" && message.card.orders.some((order) => order.power === this.me && !order.denied)) {
      status(DONE[act], "What you promised stands in the list of orders, one click away.");
    }
  }

  /** @param {Message} message */
  async draw(message) {
    await this.offers.toggle(message);
    this.showLog(false);
    // On a phone the talk lies over the map.
    if (this.offers.drawn !== null && narrow.matches) byId("talk-close").click();
  }

  // Where a pointer rests on a card, its orders are drawn while it does.
  point(event) {
    const id = event.type === "pointerleave" ? null : within(event, "[data-card]")?.dataset.card;
    this.offers.point(event.pointerType === "mouse" && id ? this.press.messages.find((each) => String(each.id) === id) : null);
  }

  // A proposal put together on the map: shown in the line of that conversation, ready to be sent.
  /** @param {OfferCommand} command @param {string} power */
  async propose(command, power) {
    const reply = await this.connection.send(command);
    const candidate = "reading" in reply ? reply.reading.candidates[0] : null;
    if (!candidate) {
      toast(reasonOf(reply, "That cannot be put into words."));
      return;
    }
    this.showTalk();
    this.choose(keyOf([this.me, power]));
    this.composer.hold(candidate);
  }
}
