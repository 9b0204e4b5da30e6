// The line one writes in: keeps the draft of each conversation, shows how the text is read before it is
// sent, lets one pick among readings, and sends.
//
// What binds (a proposal, an answer to one) goes out only after its reading has been on the screen. What
// was typed leaves the line only once the server has it.

import { byId, h, icon } from "./dom.js";
import { headOf } from "./press.js";

const READ_AFTER_MS = 180;
const LONGEST = 1000; // letters, as the server has it
const BINDING = new Set(["propose", "accept", "reject", "withdraw"]);

// text: as typed. offer: a candidate put together on the map, in place of text. reading: of readText. chosen: which
// of several candidates. plain: send the text as it stands. first: {message, act}, what clears the table for it.
const EMPTY = { text: "", offer: null, reading: null, readText: "", chosen: null, plain: false, first: null };

const FIRST = {
  reject: { label: "Turn theirs down and send this", note: "Sending this turns their proposal down." },
  withdraw: { label: "Take mine back and send this", note: "Sending this takes your last proposal back." },
};

export class Composer {
  // drafts: Drafts. send(command, how) -> reply. onSaid(message). plainAllowed() -> whether plain text may be sent.
  // openWith(powers, act) -> the message whose proposal stands between me and these powers and the act would settle.
  constructor({ drafts, send, onSaid, plainAllowed, openWith }) {
    Object.assign(this, { drafts, send, onSaid, plainAllowed, openWith });
    this.form = byId("talk-form");
    this.field = byId("talk-text");
    this.line = byId("talk-reading");
    this.button = byId("talk-send");
    this.state = EMPTY;
    this.conversation = null;
    this.timer = 0;
    this.asked = 0;
    this.busy = false;
    this.unsure = null;
    this.fault = "";
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  // ---- which conversation -----------------------------------------------------------------------

  // Write in this conversation from now on; what was begun in it is there again.
  open(conversation) {
    const before = this.conversation;
    this.conversation = conversation;
    byId("talk-to").textContent = conversation.title;
    this.field.placeholder = `Write to ${conversation.kind === "all" ? "everybody" : conversation.title}`;
    if (before?.key === conversation.key) {
      if (before.open !== conversation.open) this.show();
      return;
    }
    this.put({ ...EMPTY, ...this.drafts.get(conversation.key) });
    if (this.state.text && !this.state.offer) this.read();
  }

  // Show this state in the field and under it.
  put(state) {
    clearTimeout(this.timer);
    this.asked += 1;
    this.fault = "";
    this.field.value = state.text;
    this.change(state);
    this.fit();
  }

  change(change) {
    this.state = { ...this.state, ...change };
    const { text, offer, plain, first } = this.state;
    this.drafts.set(this.conversation.key, text || offer ? { text, offer, plain, first } : null);
    this.show();
  }

  // Put a sentence into the line, ready to be edited.
  write(text, { first = null } = {}) {
    this.put({ ...EMPTY, text, first });
    this.focus();
    this.field.setSelectionRange(text.length, text.length);
    this.read();
  }

  // A proposal that was put together on the map: it can be sent as it stands, or written in words instead.
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
    const { first } = this.state;
    this.change(text.trim() ? { ...EMPTY, text, first } : EMPTY);
    clearTimeout(this.timer);
    this.asked += 1;
    if (text.trim()) this.timer = setTimeout(() => this.read(), READ_AFTER_MS);
  }

  // Ask how the text is understood. Resolves to whether the reading belongs to what now stands there.
  async read() {
    clearTimeout(this.timer);
    if (this.tooLong) return false;
    const asked = ++this.asked;
    const { text } = this.state;
    const reply = await this.send({ type: "read", text: text.trim(), to: this.conversation.to });
    if (asked !== this.asked) return false;
    if (reply.type !== "reading") {
      this.fault = reply.message ?? "";
      this.show();
      return false;
    }
    const { candidates } = reply.reading;
    const chosen = candidates.findIndex((each) => each.l === this.candidate?.l);
    this.change({ reading: reply.reading, readText: text, chosen: chosen < 0 ? null : chosen });
    return true;
  }

  // The board or what is on the table has changed: the same words may mean something else now.
  reread() {
    if (this.isRead && !this.state.plain) this.read();
  }

  // What was clicked together on a board that is gone cannot be meant any more.
  forgetOffer() {
    if (!this.state.offer) return;
    this.clear();
    this.fault = "The phase is over; what you put together on the map was not sent.";
    this.show();
  }

  get tooLong() {
    return this.state.text.trim().length > LONGEST;
  }

  get isRead() {
    const { reading, readText, text } = this.state;
    return Boolean(reading) && readText === text;
  }

  // The candidate that Send would say; null for plain text or where one must still choose.
  get candidate() {
    const { offer, reading, chosen, plain } = this.state;
    if (offer) return offer;
    if (plain || !this.isRead || reading.verdict === "none") return null;
    return reading.candidates[reading.verdict === "clear" ? 0 : chosen] ?? null;
  }

  // ---- sending ----------------------------------------------------------------------------------

  onKey(event) {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && this.state.offer && !this.state.text) {
      event.preventDefault();
      event.stopPropagation();
      this.clear();
    }
  }

  async submit() {
    const { text, offer } = this.state;
    if (this.busy || !this.conversation || this.tooLong || (!text.trim() && !offer)) return;
    if (!offer && !this.state.plain && !this.isRead) {
      const current = await this.read();
      // Now it is on the screen: what binds waits for a second look.
      if (!current || BINDING.has(this.candidate?.act)) return;
    }
    const { reading, plain, first } = this.state;
    const { candidate } = this;
    if (!offer && !plain && reading.verdict === "choose" && !candidate) {
      this.line.querySelector("button")?.focus();
      return;
    }
    if (!candidate && !this.plainAllowed()) return;
    if (candidate?.blocked && !first) return;
    await this.say(candidate);
  }

  async say(candidate) {
    const { text, first } = this.state;
    const { key, to } = this.conversation;
    const command = { type: "say", text: text.trim(), to, l: candidate?.l ?? "", plain: !candidate };
    this.setBusy(true);
    let reply = await this.send(command, { once: true });
    if (reply.code === "protocol" && first && reply.allowed?.includes(first.act)) {
      const cleared = await this.send({ type: "answer", ...first }, { once: true });
      if (cleared.type === "said") this.onSaid(cleared.message);
      if (cleared.type === "said" || cleared.code === "gone") reply = await this.send(command, { once: true });
    }
    this.setBusy(false);
    if (reply.type === "said") {
      this.settle(key, text);
      this.onSaid(reply.message);
      return;
    }
    this.unsure = reply.code === "unsure" ? { key, text } : null;
    if (this.conversation.key !== key) return;
    if (reply.code === "protocol") {
      // The reading says so in better words, and what can be done about it.
      await this.read();
      if (this.candidate?.blocked) return;
    }
    this.fault = reply.message ?? "That did not work.";
    if (reply.reading) this.change({ reading: reply.reading, readText: text, chosen: null });
    else this.show();
  }

  setBusy(busy) {
    this.busy = busy;
    this.button.disabled = busy;
  }

  // This text has been said: take it out of the line, but not what was typed behind it meanwhile.
  settle(key, text) {
    const here = this.conversation.key === key;
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

  // A message of mine has come by itself: the one of which nobody knew whether it arrived, perhaps.
  arrived({ conversation, text }) {
    if (this.unsure?.key !== conversation || this.unsure.text.trim() !== text) return;
    this.unsure = null;
    this.settle(conversation, text);
  }

  // ---- what stands under the line ---------------------------------------------------------------

  show() {
    const { text, offer, plain, reading, first } = this.state;
    const blocked = this.candidate?.blocked ?? "";
    const rows = [];
    if (this.fault) rows.push(fault(this.fault));
    if (this.tooLong) rows.push(fault(`A message has at most ${LONGEST} letters; this one has ${text.trim().length}. It is kept here.`));
    else if (offer) rows.push(this.lineOf(offer, "Drop it", () => this.clear()));
    else if (text.trim() && plain) rows.push(this.plainLine());
    else if (text.trim() && this.isRead) rows.push(...this.readingRows(reading));
    else if (!text && this.conversation?.open) rows.push(h("p", { class: "reading-line" }, h("span", {}, "“Yes” or “no” answers the proposal above.")));
    if (blocked) rows.push(first ? h("p", { class: "reading-note" }, FIRST[first.act].note) : this.blockedRow(blocked));
    const may = !this.tooLong && (!blocked || first);
    this.form.classList.toggle("is-wrong", Boolean(this.fault) || this.tooLong);
    this.button.classList.toggle("is-blocked", !may);
    this.line.replaceChildren(...rows);
  }

  // Why it may not be said now, and the one act that would clear the table for it.
  blockedRow(words) {
    const { key, to } = this.conversation;
    const act = this.candidate.act === "propose" && Object.keys(FIRST).find((each) => this.openWith(to, each));
    if (!act) return fault(words);
    const { id, conversation } = this.openWith(to, act);
    const clear = () => {
      this.change({ first: { message: id, act } });
      this.submit();
    };
    const where = conversation === key ? " " : " It was made in another conversation. ";
    return h("p", { class: "reading-fault" }, words, where, link(FIRST[act].label, clear));
  }

  readingRows(reading) {
    if (reading.verdict === "none") return this.nothing(reading);
    if (reading.verdict === "choose") return this.choices(reading);
    return [this.lineOf(reading.candidates[0], "Not what I meant", () => this.toPlain())];
  }

  lineOf(candidate, label, run) {
    return h("p", { class: "reading-line", "data-verdict": "clear" }, icon("feather"), h("span", {}, ...english(candidate.english), " ", link(label, run)));
  }

  choices({ candidates }) {
    const { chosen } = this.state;
    const question = candidates.length === 1 ? "Do you mean this?" : "What do you mean?";
    const pick = (index) => (this.change({ chosen: index }), this.focus());
    return [
      h("p", { class: "reading-line", "data-verdict": "choose" }, icon("feather"), h("span", {}, h("b", {}, question))),
      h(
        "div",
        { class: "reading-choices", role: "group", "aria-label": question },
        candidates.map((each, index) =>
          h("button", { type: "button", class: "reading-choice", "aria-pressed": String(chosen === index), onclick: () => pick(index) }, ...english(each.english)),
        ),
        this.plainAllowed() ? h("button", { type: "button", class: "reading-choice is-plain", onclick: () => this.toPlain() }, "None of these") : "",
      ),
    ];
  }

  nothing({ unplaced, nearest }) {
    const { text } = this.state;
    // Where nothing at all was placed there is no use in saying the whole text again.
    const some = unplaced.filter((each) => each.length < text.trim().length - 1).map((each) => `“${each}”`).join(", ");
    const may = this.plainAllowed() ? "Bots will not understand this." : "Only what can be understood may be sent here.";
    return [
      h(
        "p",
        { class: "reading-line is-none", "data-verdict": "none" },
        icon("plain"),
        h("span", {}, may, some ? ` I could not place ${some}.` : "", nearest.length ? " Did you mean one of these?" : ""),
      ),
      nearest.length
        ? h(
            "div",
            { class: "reading-choices", role: "group", "aria-label": "Sentences that are understood" },
            nearest.map((each) => h("button", { type: "button", class: "reading-choice", onclick: () => this.write(each) }, each)),
          )
        : "",
    ].filter(Boolean);
  }

  plainLine() {
    const again = () => (this.change({ plain: false }), this.read());
    return h(
      "p",
      { class: "reading-line is-none", "data-verdict": "plain" },
      icon("plain"),
      h("span", {}, "Goes out as it stands. Bots do not understand plain text. ", link("Read it again", again)),
    );
  }

  toPlain() {
    if (this.plainAllowed()) this.change({ plain: true });
    else this.fault = "Put it in other words; only what can be understood may be sent here.";
    this.show();
    this.focus();
  }

  // The field grows with its text, to four lines.
  fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight + 3}px`;
  }
}

const link = (label, run) => h("button", { type: "button", class: "link-button", onclick: run }, label);

const fault = (words) => h("p", { class: "reading-fault" }, words);

function english(text) {
  const [head, rest] = headOf(text);
  return [h("b", {}, head), rest];
}
