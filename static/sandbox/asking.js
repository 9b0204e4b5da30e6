// HANA's orders here, with its reasons: asked once, found by a worker, and polled until answered.

import { button, byId, h } from "../game/dom.js";
import { post } from "../game/post.js";

/** @import {SandboxOpinion} from "../wire.d.ts" */

const AGAIN_MS = 700;
const GIVE_UP_MS = 60_000;
const LOST = "The site cannot be reached just now. Try again in a moment.";
const SLOW = "HANA has no time just now. Try again later.";

export class Asking {
  /**
   * @param {{url: string, token: string, powers: Record<string, string>, question: () => {power: string, body: unknown},
   *   onWrite: (orders: string[]) => unknown}} parts question: what is asked about now
   */
  constructor({ url, token, powers, question, onWrite }) {
    this.url = url;
    this.token = token;
    this.powers = powers;
    this.question = question;
    this.onWrite = onWrite;
    this.asked = 0; // numbers the questions: the answer to an earlier one is dropped
    /** @type {string[]} */
    this.orders = [];
    button("ask").addEventListener("click", () => this.ask());
    button("ask-write").addEventListener("click", () => this.onWrite(this.orders));
  }

  /** Another power, or another position: nothing is asked about it yet. @param {string | null} power null: nobody orders here */
  rest(power) {
    this.asked += 1;
    byId("asking").hidden = !power;
    byId("ask-answer").hidden = byId("ask-progress").hidden = true;
    button("ask").hidden = false;
    if (power) button("ask").textContent = `What would HANA order for ${this.powers[power]}?`;
  }

  async ask() {
    const number = ++this.asked;
    const { power, body } = this.question();
    const began = performance.now();
    button("ask").hidden = true;
    byId("ask-answer").hidden = true;
    this.progress("HANA is asked …", 0);
    try {
      let reply = await post(this.url, this.token, JSON.stringify(body));
      while (number === this.asked && (reply.state === "waiting" || reply.state === "thinking")) {
        if (performance.now() - began > GIVE_UP_MS) return this.refuse(SLOW);
        this.think(reply);
        await new Promise((done) => setTimeout(done, AGAIN_MS));
        reply = await (await fetch(`${this.url}${reply.key}/`)).json();
      }
      if (number !== this.asked) return;
      if (reply.state === "done") this.show(reply, power);
      else this.refuse(reply.message ?? SLOW);
    } catch {
      if (number === this.asked) this.refuse(LOST);
    }
  }

  /** @param {SandboxOpinion} reply */
  think({ state, seconds, most }) {
    if (state === "waiting") this.progress("HANA will think as soon as there is time …", 0);
    else this.progress(`HANA thinks for up to ${Math.ceil(most)} seconds …`, Math.min(seconds / most, 1));
  }

  /** @param {string} words @param {number} share */
  progress(words, share) {
    byId("ask-progress").hidden = false;
    byId("ask-words").textContent = words;
    /** @type {HTMLProgressElement} */ (byId("ask-bar")).value = share;
    byId("ask-bar").hidden = false;
  }

  /** @param {string} words */
  refuse(words) {
    this.progress(words, 0);
    byId("ask-bar").hidden = true;
    button("ask").hidden = false;
  }

  /** @param {SandboxOpinion} reply @param {string} power */
  show(reply, power) {
    this.orders = reply.orders;
    byId("ask-progress").hidden = true;
    byId("ask-answer").hidden = false;
    byId("ask-title").textContent = `HANA’s orders for ${this.powers[power]}`;
    list("ask-orders", reply.sentences);
    list("ask-why", reply.why);
    list("ask-fears", reply.fears);
    byId("ask-feared").hidden = !reply.fears.length;
    byId("ask-others").hidden = !reply.expected.length;
    byId("ask-expected").replaceChildren(
      ...reply.expected.flatMap((each) => [h("dt", {}, this.powers[each.power]), ...each.units.map((words) => h("dd", {}, words))]),
    );
    button("ask-write").hidden = !reply.orders.length;
    byId("ask-title").focus({ preventScroll: true });
    byId("ask-answer").scrollIntoView({ block: "nearest" });
  }
}

/** @param {string} id @param {string[]} lines */
const list = (id, lines) => byId(id).replaceChildren(...lines.map((words) => h("li", {}, words)));
