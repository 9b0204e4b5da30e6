// The talk on the map: a proposal's orders drawn over it, and asking others to support a unit of mine.

import { narrow, svgElements } from "../game/dom.js";
import { status, toast } from "../game/notices.js";

/** @import {Drawing, Helper, Helpers, Message, OfferCommand, Urls} from "../wire.d.ts" */
/** @import {Choice} from "../game/shapes.d.ts" */

const REST_MS = 250;

export class Offers {
  // urls: {drawing, helpers}; onOffer(command, power) sends and shows a proposal; onBack() leads back to the talk.
  /**
   * @param {{board: import("../game/board.js").Board, entry: import("../game/entry.js").Entry, names: Record<string, string>,
   *   urls: Pick<Urls, "drawing" | "helpers">, onOffer: (command: OfferCommand, power: string) => void, onBack: () => void}} parts
   */
  constructor({ board, entry, names, urls, onOffer, onBack }) {
    this.board = board;
    this.entry = entry;
    this.names = names;
    this.urls = urls;
    this.onOffer = onOffer;
    this.onBack = onBack;
    /** @type {number | null} the message whose orders are drawn to stay */
    this.drawn = null;
    /** @type {number | null} the one that is pointed at */
    this.pointed = null;
    /** @type {number | null} the one that was just taken off: not drawn again before the pointer has left it */
    this.taken = null;
    /** @type {Map<number, Drawing>} */
    this.drawings = new Map();
    this.timer = 0;
  }

  // Draw the orders of a message's card until they are taken off, or take them off.
  /** @param {Message} message */
  async toggle(message) {
    clearTimeout(this.timer);
    if (this.drawn === message.id) {
      this.clear();
      this.pointed = this.taken = message.id;
      return;
    }
    const answer = await this.fetchDrawing(message);
    if (!answer) return;
    this.put(answer.drawing);
    this.drawn = message.id;
    const place = message.card?.orders.map((order) => /\b[AF] ([A-Z]{3})/.exec(order.text)?.[1]).find(Boolean);
    if (place) this.board.panzoom.reveal(this.board.pointOf(place));
    status("On the map:", answer.words);
    if (narrow.matches) toast("The proposal is drawn.", { label: "Back to the messages", run: this.onBack });
  }

  // A pointer rests on this card, or (null) on none: its orders are drawn while nothing else is.
  /** @param {Message | null} message */
  point(message) {
    const id = message?.card?.orders.length ? message.id : null;
    if (this.drawn !== null || id === this.pointed) return;
    clearTimeout(this.timer);
    this.erase();
    this.pointed = id;
    if (!message || id === null) {
      // A card that is drawn anew, or moves, under the pointer is not left.
      this.timer = setTimeout(() => (this.taken = null), REST_MS);
      return;
    }
    if (id === this.taken) return;
    this.taken = null;
    this.timer = setTimeout(async () => {
      const answer = await this.fetchDrawing(message);
      if (answer && this.pointed === id && this.drawn === null) this.put(answer.drawing);
    }, REST_MS);
  }

  /** @param {string} drawing */
  put(drawing) {
    this.erase();
    const [layer] = svgElements(drawing);
    this.board.layer("orders").after(layer);
    this.board.svg.classList.add("has-offer");
  }

  erase() {
    this.board.svg.querySelector("#layer-offer")?.remove();
    this.board.svg.classList.remove("has-offer");
  }

  clear() {
    clearTimeout(this.timer);
    this.drawn = this.pointed = this.taken = null;
    this.drawings.clear();
    this.erase();
  }

  /** @param {Message} message @returns {Promise<Drawing | null>} */
  async fetchDrawing({ id, card }) {
    const known = this.drawings.get(id);
    if (known) return known;
    const query = new URLSearchParams();
    for (const { power, text, denied } of card?.orders ?? []) query.append(denied ? "denied" : "order", `${power} ${text}`);
    /** @type {Drawing | null} */
    const answer = await this.fetch(`${this.urls.drawing}?${query}`);
    if (answer) this.drawings.set(id, answer);
    return answer;
  }

  // The choice in a unit's menu: whom to ask for support of what the unit is ordered to do.
  /** @param {string} region @returns {Choice[]} */
  choices(region) {
    if (this.entry.options?.kind !== "M") return [];
    return [{ id: "ask", label: "Ask for support", key: "K", icon: "talk", pick: () => this.ask(region) }];
  }

  /** @param {string} region */
  async ask(region) {
    const { entry, names } = this;
    await entry.orders.answered; // an order given just before is the one to be supported
    const order = entry.orders.of(region);
    const text = order?.text ?? `${entry.kindAt(region)} ${region} H`;
    /** @type {Helpers | null} */
    const answer = await this.fetch(`${this.urls.helpers}?${new URLSearchParams({ order: text })}`);
    if (!answer || entry.draft?.region !== region) return;
    if (!answer.helpers.length) {
      status(`Nobody you could ask can support that: ${answer.words}`, "To support another order, change the unit’s order first.", { complaint: true });
      return;
    }
    status(answer.words, "Whom do you ask?");
    entry.menu.show({
      id: `${region}!`,
      title: "Ask for support",
      hint: answer.words,
      aims: false,
      choices: answer.helpers.map((helper) => ({
        id: `ask-${helper.unit}`,
        label: `${helper.name}, ${names[helper.power]}`,
        icon: "support",
        pick: () => this.offer(helper, order?.text ?? null),
      })),
      at: this.board.toFrame(this.board.pointOf(region)),
      keepFree: [],
      focus: true,
    });
  }

  // Only an order that goes somewhere is promised in return; that a unit holds goes without saying.
  /** @param {Helper} helper @param {string | null} mine */
  offer(helper, mine) {
    const offered = mine && / - /.test(mine) && !/ [SC] /.test(mine) ? [mine] : [];
    this.entry.set(null);
    this.onOffer({ type: "offer", asked: [helper.text], offered, to: [helper.power] }, helper.power);
  }

  /** @param {string} address @returns {Promise<any>} */
  async fetch(address) {
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      const answer = await response.json();
      if (response.ok) return answer;
      toast(answer.message);
    } catch {
      toast("The server cannot be reached. Try again in a moment.");
    }
    return null;
  }
}
