// The talk of a game: conversations, messages, cards and the line one writes in.

import { Composer } from "./composer.js";
import { byId, h, kept, narrow, settle } from "./dom.js";
import { conversation } from "./bubbles.js";
import { Drafts } from "./drafts.js";
import { Ledger, record } from "./ledger.js";
import { news, status, toast } from "./notices.js";
import { Offers } from "./offers.js";
import { followKeyboard } from "./onscreen.js";
import { hasEarlier, keyOf, merge, messagesOf, openWith, POWERS, tabsOf, unreadOf, unwritten, withMessages } from "./press.js";
import { Tabs } from "./tabs.js";

export { agreedRows } from "./ledger.js";

const SEEN_AFTER_MS = 400;
const NEAR_END_PX = 80;
const EARLIER_AT_PX = 60;
const DONE = { accept: "Agreed.", reject: "Rejected.", withdraw: "Withdrawn." };

export class Talk {
  constructor({ page, me, board, entry, connection, alerts, showTalk, isShown, onAgreed }) {
    Object.assign(this, { page, me, board, entry, connection, alerts, showTalk, isShown, onAgreed });
    this.names = page.powers;
    this.press = null;
    this.conversations = [];
    this.started = kept.get(`talk-groups:${page.slug}`) ?? [];
    this.active = kept.get(`talk-tab:${page.slug}`);
    this.freshFrom = this.found = null;
    this.seenUpTo = new Map();
    this.fetching = null;
    // Whether the end of the log is in view, and its height when that was seen: only scrolling changes it.
    this.atEnd = true;
    this.height = 0;
    this.timer = 0;
    this.state = null;
    this.log = byId("talk-log");
    this.tabs = new Tabs({ onChoose: (key, how) => this.choose(key, how) });
    this.composer = new Composer({
      drafts: new Drafts(page.slug, me),
      send: (command, how) => connection.send(command, how),
      onSaid: (message) => this.said(message),
      plainAllowed: () => Boolean(this.press?.plain),
      openWith: (powers, act) => openWith(this.press, powers, act),
    });
    this.ledger = new Ledger({
      names: this.names,
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
    const { log } = this;
    log.addEventListener("scroll", () => {
      if (log.clientHeight === this.height) this.atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX;
      if (log.scrollTop < EARLIER_AT_PX && log.scrollHeight > log.clientHeight) this.earlier();
      this.look();
    }, { passive: true });
    // The line grows and the keyboard comes up: what was said last stays in view.
    new ResizeObserver(() => {
      this.height = log.clientHeight;
      if (this.atEnd) this.toEnd();
    }).observe(log);
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

  receive(press) {
    if (!press || press.level === 0) return;
    const before = this.press;
    this.press = merge(before, press);
    const known = new Map(before?.messages.map((message) => [message.id, message]));
    const came = before ? press.messages.filter((message) => !known.has(message.id)) : [];
    this.show();
    for (const message of came) if (message.mine) this.composer.arrived(message);
    // "Ok" means something else once there is something to agree to.
    const settled = ({ id, conversation, card }) => conversation === this.active && known.get(id)?.card?.state !== card?.state;
    if (came.some((message) => message.conversation === this.active) || press.messages.some(settled)) this.composer.reread();
    this.announce(came.filter((message) => !message.mine));
  }

  said(message) {
    this.press = withMessages(this.press, [message]);
    this.show({ toEnd: true });
  }

  // The state around the talk: seats, phase and sheet.
  setState(state) {
    const before = this.state;
    this.state = state;
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
    const powers = this.state ? POWERS.filter((power) => this.state.seats.some((seat) => seat.power === power)) : POWERS;
    this.conversations = tabsOf(press, { me, powers, names, started: this.started });
    byId("talk-form").hidden = byId("group-menu").hidden = !press.can_talk;
    byId("talk-over").hidden = press.can_talk || !this.conversations.length;
    if (!this.conversations.length) {
      this.log.replaceChildren(h("p", { class: "talk-empty" }, "Nothing was said in this game."));
      return;
    }
    if (!this.conversations.some((each) => each.key === this.active)) this.active = this.firstKey();
    this.tabs.show(this.conversations, this.active);
    this.showHead();
    if (press.can_talk) this.composer.open(this.conversation);
    this.showLog(toEnd);
    this.ledger.show(press, me, this.ledgerOf, this.state?.sheet);
    this.onAgreed(unwritten(press, this.state?.sheet));
    this.alerts.setUnread(unreadOf(press));
    this.look();
  }

  // Where something is unread, else where the last word was spoken.
  firstKey() {
    const all = this.conversations;
    const latest = (some) => some.reduce((best, each) => ((each.last ?? 0) > (best?.last ?? 0) ? each : best), null);
    return (latest(all.filter((each) => each.unread)) ?? latest(all) ?? all.find((each) => each.kind === "pair") ?? all[0]).key;
  }

  showHead() {
    const { conversation, partner } = this;
    const seat = this.state?.seats.find((each) => each.power === partner);
    const who = seat ? (seat.is_bot ? `the bot ${seat.player}` : seat.player || "nobody") : "";
    byId("talk-panel").setAttribute("aria-labelledby", `tab-${conversation.key}`);
    byId("talk-with").replaceChildren(h("b", {}, conversation.title), who ? ` played by ${who}` : conversation.kind === "all" ? " in this game" : "");
    const chip = byId("talk-record");
    chip.hidden = !partner || !this.press.promises.some((each) => each.by === partner || each.between.includes(partner));
    const [words, css] = record(this.press.partners.find((each) => each.power === partner));
    chip.className = `chip chip-${css} talk-record`;
    chip.querySelector("span").textContent = words;
  }

  showLog(toEnd) {
    const { log } = this;
    const focus = log.contains(document.activeElement) ? document.activeElement : null;
    const again = focus?.dataset.act ? [focus.closest("[data-message]")?.dataset.message, focus.dataset.act] : null;
    const key = this.active;
    const changed = log.dataset.key !== key;
    const follow = changed || toEnd || this.atEnd;
    const from = log.scrollTop;
    const messages = messagesOf(this.press, key);
    if (changed) {
      log.dataset.key = key;
      this.freshFrom = this.firstUnread(messages);
    }
    const rows = conversation(messages, {
      me: this.me,
      names: this.names,
      sheet: this.state?.sheet,
      places: this.page.places,
      drawn: this.offers.drawn,
      freshFrom: this.freshFrom,
      found: this.found,
      on: {
        answer: (message, act) => this.answer(message, act),
        counter: (message) => this.composer.write(message.card.edit, { first: { message: message.id, act: "reject" } }),
        draw: (message) => this.draw(message),
      },
    });
    if (hasEarlier(this.press, this.conversation)) rows.unshift(this.earlierRow());
    const old = new Map(changed ? [] : [...log.querySelectorAll(":scope > [data-message]")].map((row) => [row.dataset.message, row]));
    const known = (row) => (old.get(row.dataset.message)?.isEqualNode(row) ? old.get(row.dataset.message) : row);
    settle(log, rows.length ? rows.map(known) : [this.nothingYet()]);
    if (follow) this.toEnd();
    else log.scrollTop = from;
    if (again) log.querySelector(`[data-message="${again[0]}"] [data-act="${again[1]}"]`)?.focus({ preventScroll: true });
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.atEnd = true;
  }

  nothingYet() {
    const { title, kind } = this.conversation;
    const to = kind === "all" ? "everybody" : title;
    return h("p", { class: "talk-empty" }, this.press.can_talk ? `No word yet. Ask ${to} for a support, offer peace, or say what you plan.` : "Nothing was said here.");
  }

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
    clearTimeout(this.timer);
    if (!this.press || !this.conversation || !this.isSeen()) return;
    const { conversation } = this;
    const last = messagesOf(this.press, conversation.key).at(-1)?.id;
    if (!conversation.unread || !last || this.seenUpTo.get(conversation.key) === last) return;
    this.timer = setTimeout(() => this.seen(conversation, last), SEEN_AFTER_MS);
  }

  async seen(conversation, upto) {
    if (!this.isSeen() || conversation.key !== this.active) return;
    this.seenUpTo.set(conversation.key, upto);
    const reply = await this.connection.send({ type: "seen", with: conversation.powers, upto });
    if (reply.type === "press") this.receive(reply.press);
    else this.seenUpTo.delete(conversation.key);
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
    const { active: key, log } = this;
    if (!hasEarlier(this.press, this.conversation)) return false;
    const before = messagesOf(this.press, key)[0]?.id ?? Number.MAX_SAFE_INTEGER;
    const press = await this.fetch({ before, with: key });
    if (!press?.messages.length) return false;
    this.press = withMessages(this.press, press.messages);
    if (this.active !== key) return true;
    const fromEnd = log.scrollHeight - log.scrollTop;
    this.atEnd = false;
    this.showLog(false);
    log.scrollTop = log.scrollHeight - fromEnd;
    return true;
  }

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
    if (focus) this.tabs.focus();
  }

  focus() {
    this.showTalk();
    this.closeLedger();
    this.composer.focus();
  }

  startGroup() {
    const chosen = [...byId("group-form").querySelectorAll("input:checked")].map((input) => input.value);
    byId("group-menu").open = false;
    byId("group-form").reset();
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
    this.atEnd = false;
    this.showLog(false);
    this.log.querySelector(`[data-message="${id}"]`).scrollIntoView({ block: "center" });
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
    this.toEnd();
    if (focus) this.tabs.focus();
    this.look();
  }

  // ---- acting -----------------------------------------------------------------------------------

  async answer(message, act) {
    const reply = await this.connection.send({ type: "answer", message: message.id, act }, { once: true });
    if (reply.type !== "said") {
      toast(reply.message ?? "That did not work.");
      return;
    }
    this.said(reply.message);
    news(DONE[act]);
    if (act === "accept" && message.card.orders.some((order) => order.power === this.me && !order.denied)) {
      status(DONE[act], "What you promised stands in the list of orders, one click away.");
    }
  }

  async draw(message) {
    await this.offers.toggle(message);
    this.showLog(false);
    // On a phone the talk lies over the map.
    if (this.offers.drawn !== null && narrow.matches) byId("talk-close").click();
  }

  // Where a pointer rests on a card, its orders are drawn while it does.
  point(event) {
    const id = event.type === "pointerleave" ? null : event.target.closest?.("[data-card]")?.dataset.card;
    this.offers.point(event.pointerType === "mouse" && id ? this.press.messages.find((each) => String(each.id) === id) : null);
  }

  // A proposal put together on the map: shown in the line of that conversation, ready to be sent.
  async propose(command, power) {
    const reply = await this.connection.send(command);
    const candidate = reply.reading?.candidates[0];
    if (!candidate) {
      toast(reply.message ?? "That cannot be put into words.");
      return;
    }
    this.showTalk();
    this.choose(keyOf([this.me, power]));
    this.composer.hold(candidate);
  }
}
