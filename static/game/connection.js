// The line to the server: a WebSocket that comes back by itself, and POST beside it.
//
// `attempt(command)` tries once and resolves with the reply, or with null where none came: then nobody knows whether
// the command arrived. `send(command)` says so in a refusal instead. Everything unasked (states, talk) goes to
// `onFrame`. `onStatus` hears how the line is: "open" (socket and requests both get through), "poor" (one of
// them does), "lost" (neither) and "gone" (the game is not open to this person any more). Both ways are tried every
// BEAT_MS, because a socket may stay open and say nothing, and requests may fail beside a socket that lives.
//
// Everything that happens is counted by the server. Each state and talk says what it counts up to (`news`), and so does the
// answer to each beat: a page that was shown less, at two beats running, has missed something. It opens the line anew
// (the server then tells what it missed) or, where there is no socket, has `onBehind` fetch it.
// Talk bears numbers that the database gives (`upto`): a page that comes back says the newest it was shown, and gets what
// is new or changed after it. No clock has a say in it.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const REPLY_WAIT = 8000;
const BEAT_MS = 8000;
const BEAT_WAIT = 5000;
// While the socket answers, requests are tried every so many beats only: they cost the server more.
const REQUEST_BEATS = 4;
const GONE = 4404;
/** @param {string} code @param {string} message @returns {import("../wire.d.ts").RefusedReply} */
const refusal = (code, message) => ({ type: "refused", code, message });
const OFFLINE = refusal("offline", "The server cannot be reached; try again in a moment.");
const CLOSED = refusal("closed", "The server refused this: you may be signed out. Open the page again and look.");

/** @import {Command, NewsNumbers, Reply} from "../wire.d.ts" */

export class Connection {
  /**
   * @param {{socketUrl: string, commandUrl: string, token: string, onFrame: (frame: Reply) => void,
   *   onStatus: (status: string) => void, onBehind: () => void, news: NewsNumbers, power: string, upto: number}} line
   */
  constructor({ socketUrl, commandUrl, token, onFrame, onStatus, onBehind, news, power, upto }) {
    this.socketUrl = socketUrl;
    this.commandUrl = commandUrl;
    this.token = token;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.onBehind = onBehind;
    this.news = news;
    this.power = power;
    this.upto = upto;
    this.wasBehind = false;
    this.beaten = 0;
    /** @type {Map<number, {finish: (reply: Reply | null) => void}>} */
    this.waiting = new Map();
    this.nextRef = 1;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.requests = true;
    this.answers = false;
    this.gone = false;
    this.beats = 0;
    this.status = "";
    addEventListener("online", () => this.check());
    addEventListener("offline", () => this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
  }

  open() {
    this.beats ||= setInterval(() => document.hidden || this.beat(), BEAT_MS);
    const socket = new WebSocket(this.upto ? `${this.socketUrl}?talk=${this.upto}&as=${this.power}` : this.socketUrl);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.tell({ answers: true });
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.socket === socket && this.closed(event.code));
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    for (const waiting of this.waiting.values()) waiting.finish(null);
    this.gone = code === GONE;
    this.tell({ answers: false });
    if (this.gone) {
      clearInterval(this.beats);
      return;
    }
    const spread = 0.75 + Math.random() / 2;
    this.timer = setTimeout(() => this.open(), this.wait * spread);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // Something has changed about the network, or the page is looked at again.
  check() {
    if (this.gone || !this.beats) return;
    this.beat();
    if (this.socket) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  }

  // Try both ways.
  async beat() {
    const { socket } = this;
    if (this.isOpen) {
      this.ask({ type: "ping" }, BEAT_WAIT).then((reply) => {
        if (this.socket !== socket) return;
        if (reply) this.compare(reply);
        // It is open and says nothing: another one may do better.
        else this.renew();
      });
    }
    if (this.isOpen && this.requests && this.beaten++ % REQUEST_BEATS) return;
    const reply = await this.post({ type: "ping" }, BEAT_WAIT);
    if (reply) this.compare(reply);
  }

  /** Look for news that the page was not shown. News on their way do not count as missed. @param {Reply} reply */
  compare(reply) {
    if (reply.type !== "pong") return;
    const isBehind = reply.news.game > this.news.game || reply.news.seat > this.news.seat;
    const again = isBehind && this.wasBehind;
    this.wasBehind = isBehind && !again;
    if (!again) return;
    if (this.isOpen) this.renew();
    else this.onBehind();
  }

  renew() {
    this.socket?.close();
    this.closed(0);
  }

  /** @param {{answers?: boolean, requests?: boolean}} found */
  tell(found) {
    Object.assign(this, found);
    const ways = Number(this.answers) + Number(this.requests);
    const status = this.gone ? "gone" : ["lost", "poor", "open"][ways];
    if (status === this.status) return;
    this.status = status;
    this.onStatus(status);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Reply} frame */
  receive(frame) {
    if (frame.type === "state") this.news = frame.state.news;
    else if ((frame.type === "press" || frame.type === "heard") && frame.news) this.news = frame.news;
    if (frame.type === "press" && frame.press) this.upto = frame.press.upto;
    else if (frame.type === "heard") this.upto = Math.max(this.upto, frame.message.id);
    const waiting = "ref" in frame && frame.ref !== undefined ? this.waiting.get(frame.ref) : null;
    if (waiting) waiting.finish(frame);
    else this.onFrame(frame);
  }

  /** @param {Command} command */
  async send(command) {
    return (await this.attempt(command)) ?? OFFLINE;
  }

  /**
   * @param {Command} command
   * @returns {Promise<Reply | null>}
   */
  async attempt(command) {
    return (this.isOpen ? await this.ask(command) : null) ?? this.post(command);
  }

  /**
   * By the socket; null where no answer comes in time.
   * @param {Command} command
   * @returns {Promise<Reply | null>}
   */
  ask(command, patience = REPLY_WAIT) {
    const ref = this.nextRef++;
    return new Promise((resolve) => {
      const finish = (/** @type {Reply | null} */ frame) => {
        clearTimeout(timer);
        this.waiting.delete(ref);
        resolve(frame);
      };
      const timer = setTimeout(() => finish(null), patience);
      this.waiting.set(ref, { finish });
      this.socket?.send(JSON.stringify({ ...command, ref }));
    });
  }

  /** @param {Command} command */
  async post(command, patience = REPLY_WAIT) {
    const reply = await this.request(command, patience);
    this.tell({ requests: reply !== null });
    return reply;
  }

  /**
   * @param {Command} command
   * @param {number} patience
   * @returns {Promise<Reply | null>}
   */
  async request(command, patience) {
    try {
      const response = await fetch(this.commandUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        body: JSON.stringify(command),
        signal: AbortSignal.timeout(patience),
      });
      if (response.headers.get("Content-Type")?.includes("json")) return await response.json();
      return response.status < 500 ? CLOSED : null;
    } catch {
      return null;
    }
  }
}
