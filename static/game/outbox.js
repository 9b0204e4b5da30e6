// Outbox of orders, cancels, ready and messages, each sent until it is answered and carried out once.
//
// Every command has a mark of its own by which the server knows it again, so that it may be sent twice: nothing is
// dropped where the line breaks, and nothing is done twice. What waits is kept by the browser and outlives a reload.
// In each lane (orders, talk) one goes after the other, in the order in which they were given.
//
//   item  {mark, lane, slot, command, at, note, state, held, words}
//   state "waiting" (not sent yet) | "sent" (sent, no answer yet) | "refused" (`words` say why; kept until dropped)
//   held  whether it could not be answered at once: only then the page need show it
//   note  what it says, where the command alone does not
//   slot  what it is about ("PAR", "ready"): a later command for the same slot takes the place of one not sent yet

import { lasting } from "./dom.js";

/** @import {Command, OrderCommand, CancelCommand, ReadyCommand, SayCommand, AnswerCommand, RefusedReply, Reply} from "../wire.d.ts" */
/** @import {Connection} from "./connection.js" */
/** @typedef {OrderCommand | CancelCommand | ReadyCommand | SayCommand | AnswerCommand} Kept what may be sent twice */
/** @typedef {{type: "held"} | {type: "replaced"}} Pending */
/**
 * @typedef {{mark: string, lane: "talk" | "orders", slot: string | null, command: Kept, at: string, note: string,
 *   state: "waiting" | "sent" | "refused", held: boolean, words: string}} Item
 */
/** @typedef {Item & {command: OrderCommand | CancelCommand | ReadyCommand}} WaitingOrder */

const TALK = new Set(["say", "answer"]);
const AT_ONCE_MS = 2000;
const AGAIN_MS = 3000;
/** @type {Pending} */
const HELD = { type: "held" };
/** @type {Pending} */
const REPLACED = { type: "replaced" };

export class Outbox {
  // onChange(): what waits is no longer the same. onAnswer(item, reply): the answer to what a page before this one gave.
  /**
   * @param {{connection: Connection, key: string, onChange: () => void, onAnswer: (item: Item, reply: Reply) => void}} parts
   */
  constructor({ connection, key, onChange, onAnswer }) {
    this.connection = connection;
    this.key = key;
    this.onChange = onChange;
    this.onAnswer = onAnswer;
    /** @type {Map<string, {answer: (reply: Reply | Pending) => void, hold: () => void}>} */
    this.answers = new Map();
    /** @type {Set<Item["lane"]>} */
    this.running = new Set();
    /** @type {Item[]} */
    this.items = (lasting.get(key) ?? []).map((/** @type {Item} */ item) => ({ ...item, held: true }));
    this.timer = 0;
  }

  /**
   * Give a command to be sent. Resolves with the reply, or with {type: "held"} where it has to wait for the line;
   * `late(reply)` then hears the reply whenever it comes. A {type: "replaced"} is no answer: another took its place.
   * @param {Kept} command
   * @param {{slot?: string | null, note?: string, late?: (reply: Reply | Pending) => void}} how
   * @returns {Promise<Reply | Pending>}
   */
  give(command, { slot = null, note = "", late = () => {} } = {}) {
    const lane = TALK.has(command.type) ? "talk" : "orders";
    const before = this.items.find((each) => slot && each.slot === slot && each.lane === lane && each.state === "waiting" && each.held);
    const at = new Date().toISOString();
    /** @type {Item} */
    const item = { mark: newMark(), lane, slot, command, at, note, state: "waiting", held: false, words: "" };
    return new Promise((resolve) => {
      let isHeld = false;
      this.answers.set(item.mark, {
        answer: (reply) => (isHeld ? late(reply) : resolve(reply)),
        hold: () => (resolve(HELD), (isHeld = true)),
      });
      if (before) this.finish(before, REPLACED);
      this.items.push(item);
      this.keep();
      setTimeout(() => this.hold(item), AT_ONCE_MS);
      if (this.connection.status === "lost" || this.next(lane)?.held) this.hold(item);
      this.run(lane);
    });
  }

  // The line may be there again: send what waits.
  flush() {
    for (const lane of new Set(this.items.map((each) => each.lane))) this.run(lane);
  }

  /** @param {Item["lane"]} lane */
  next(lane) {
    return this.items.find((each) => each.lane === lane && each.state !== "refused");
  }

  /** @param {Item["lane"]} lane */
  async run(lane) {
    if (this.running.has(lane)) return;
    this.running.add(lane);
    for (let item; (item = this.next(lane)) && this.connection.status !== "lost"; ) {
      if (item.state === "waiting") this.change(item, { state: "sent" });
      const reply = await this.connection.attempt({ ...item.command, mark: item.mark });
      // Busy: nothing was done, and the same is asked again a little later.
      if (!reply || (reply.type === "refused" && reply.code === "busy")) {
        this.hold(item);
        break;
      }
      this.finish(item, reply);
    }
    this.running.delete(lane);
    if (!this.next(lane)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.connection.check(), this.flush()), AGAIN_MS);
  }

  /** @param {Item} item */
  hold(item) {
    if (item.held || !this.items.includes(item)) return;
    this.change(item, { held: true });
    this.answers.get(item.mark)?.hold();
  }

  /** @param {Item} item @param {Partial<Item>} change */
  change(item, change) {
    Object.assign(item, change);
    this.keep();
    if (item.held) this.onChange();
  }

  /**
   * @param {Item} item
   * @param {Reply | Pending} reply
   */
  finish(item, reply) {
    // A refused order that had to wait stays to be read: nobody looks at the place where it was given any more.
    if (reply.type === "refused" && item.held && item.lane === "orders") this.change(item, { state: "refused", words: reply.message });
    else this.items = this.items.filter((each) => each !== item);
    this.keep();
    const waiting = this.answers.get(item.mark);
    this.answers.delete(item.mark);
    if (waiting) waiting.answer(reply);
    else this.onAnswer(item, /** @type {Reply} */ (reply));
    if (item.held) this.onChange();
  }

  /** @param {string} mark */
  drop(mark) {
    this.items = this.items.filter((each) => each.mark !== mark);
    this.keep();
    this.onChange();
  }

  keep() {
    lasting.set(this.key, this.items.length ? this.items : null);
  }

  // ---- what the page shows ------------------------------------------------------------------------

  get held() {
    return this.items.filter((each) => each.held);
  }

  /**
   * Orders that wait, or were refused after they had to.
   * @returns {WaitingOrder[]}
   */
  get orders() {
    return /** @type {any} */ (this.held.filter((each) => each.lane === "orders"));
  }

  /**
   * Messages that wait to be sent.
   * @returns {(Item & {command: SayCommand})[]}
   */
  get said() {
    return /** @type {any} */ (this.held.filter((each) => each.command.type === "say"));
  }
}

// One that no other page of this seat ever makes.
function newMark() {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return [Date.now(), ...numbers].map((number) => number.toString(36)).join("");
}

/** Reason of a refusal. @param {Reply | Pending} reply */
export const reasonOf = (reply, otherwise = "That did not work.") => /** @type {RefusedReply} */ (reply).message ?? otherwise;

/** @param {Pick<Item, "state">} item */
export const waitingWords = (item) => (item.state === "sent" ? "sent, no answer yet" : "not sent yet");
