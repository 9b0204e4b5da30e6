// The line to the server: a WebSocket that comes back by itself, with POST while it is away.
//
// `send(command)` resolves with the server's reply ({type: "sheet"|"refused"|"answer", ...}) however it
// travelled. With `once` a command is never sent a second time, because twice would be one too many.
// Everything unasked (states, talk) goes to `onFrame`; `onStatus` hears "open", "lost" and "gone".

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const REPLY_WAIT = 8000;
const GONE = 4404;
const UNSURE = {
  type: "refused",
  code: "unsure",
  message: "The connection broke while this was sent. Look whether it arrived before you send it again.",
};

export class Connection {
  constructor({ socketUrl, commandUrl, token, onFrame, onStatus }) {
    Object.assign(this, { socketUrl, commandUrl, token, onFrame, onStatus });
    this.waiting = new Map();
    this.nextRef = 1;
    this.wait = FIRST_WAIT;
    this.socket = null;
    this.timer = 0;
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
  }

  open() {
    const socket = new WebSocket(this.socketUrl);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onStatus("open");
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const [ref, waiting] of this.waiting) this.resend(ref, waiting);
      if (event.code === GONE) {
        this.onStatus("gone");
        return;
      }
      this.onStatus("lost");
      const spread = 0.75 + Math.random() / 2;
      this.timer = setTimeout(() => this.open(), this.wait * spread);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  retryNow() {
    if (this.socket || !this.timer) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  receive(frame) {
    const waiting = frame.ref === undefined ? null : this.waiting.get(frame.ref);
    if (!waiting) {
      this.onFrame(frame);
      return;
    }
    this.waiting.delete(frame.ref);
    clearTimeout(waiting.timer);
    waiting.resolve(frame);
  }

  send(command, { once = false } = {}) {
    const ref = this.nextRef++;
    const frame = { ...command, ref };
    return new Promise((resolve) => {
      const waiting = { frame, resolve, once, timer: 0 };
      if (!this.isOpen) {
        this.post(waiting);
        return;
      }
      // The same order twice does no harm: it replaces itself. What is said twice stands there twice.
      waiting.timer = setTimeout(() => this.resend(ref, waiting), REPLY_WAIT);
      this.waiting.set(ref, waiting);
      this.socket.send(JSON.stringify(frame));
    });
  }

  resend(ref, waiting) {
    this.waiting.delete(ref);
    clearTimeout(waiting.timer);
    if (waiting.once) waiting.resolve(UNSURE);
    else this.post(waiting);
  }

  async post({ frame, resolve, once }) {
    const lost = {
      type: "refused",
      code: "offline",
      message: once
        ? "The server cannot be reached. Nothing was sent; try again in a moment."
        : "The server cannot be reached. Your order is not saved yet; try again in a moment.",
    };
    try {
      const response = await fetch(this.commandUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        body: JSON.stringify(frame),
      });
      resolve(response.headers.get("Content-Type")?.includes("json") ? await response.json() : lost);
    } catch {
      resolve(lost);
    }
  }
}
