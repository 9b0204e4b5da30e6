// Proposals: answer them, see them on the map, and put one together there.

import { byId, narrow, within } from "../game/dom.js";
import { news, status, toast } from "../game/notices.js";
import { reasonOf } from "../game/outbox.js";
import { Offers } from "./offers.js";

/** @import {Candidate, Message, OfferCommand, Page} from "../wire.d.ts" */

/** @typedef {"accept" | "reject" | "withdraw"} Act */
/** @type {Record<Act, string>} */
const DONE = { accept: "Agreed.", reject: "Rejected.", withdraw: "Withdrawn." };

export class Deals {
  /**
   * @param {{page: Page, me: string | null, board: import("../game/board.js").Board, entry: import("../game/entry.js").Entry,
   *   connection: import("../game/connection.js").Connection, outbox: import("../game/outbox.js").Outbox,
   *   messageOf: (id: string) => Message | undefined, onSaid: (message: Message) => void, onDrawn: () => void, onBack: () => void,
   *   onOffer: (candidate: Candidate, power: string) => void}} parts onDrawn: other orders are drawn; onBack: the talk is wanted again
   */
  constructor({ page, me, board, entry, connection, outbox, messageOf, onSaid, onDrawn, onBack, onOffer }) {
    this.me = me;
    this.connection = connection;
    this.outbox = outbox;
    this.messageOf = messageOf;
    this.onSaid = onSaid;
    this.onDrawn = onDrawn;
    this.onOffer = onOffer;
    this.offers = new Offers({ board, entry, names: page.powers, urls: page.urls, onOffer: (command, power) => this.propose(command, power), onBack });
    const log = byId("talk-log");
    log.addEventListener("pointerover", (event) => this.point(event));
    log.addEventListener("pointerleave", (event) => this.point(event));
  }

  /** @param {Message} message @param {Act} act */
  async answer(message, act) {
    const reply = await this.outbox.give({ type: "answer", message: message.id, act }, { late: (late) => (late.type === "said" ? this.onSaid(late.message) : toast(reasonOf(late))) });
    if (reply.type === "held") {
      toast("Your answer is not sent yet. It is sent once the connection is back.");
      return;
    }
    if (reply.type !== "said") {
      toast(reasonOf(reply));
      return;
    }
    this.onSaid(reply.message);
    news(DONE[act]);
    if (act === "accept" && message.card?.orders.some((order) => order.power === this.me && !order.denied)) {
      status(DONE[act], "Your promises stand in the list of orders, one click away.");
    }
  }

  /** @param {Message} message */
  async draw(message) {
    await this.offers.toggle(message);
    this.onDrawn();
    // On a phone the talk lies over the map.
    if (this.offers.drawn !== null && narrow.matches) byId("talk-close").click();
  }

  // Draw the orders of a card while a pointer rests on it.
  /** @param {PointerEvent} event */
  point(event) {
    const id = event.type === "pointerleave" ? null : within(event, "[data-card]")?.dataset.card;
    this.offers.point((event.pointerType === "mouse" && id && this.messageOf(id)) || null);
  }

  // A proposal put together on the map: shown in the line of that conversation, ready to be sent.
  /** @param {OfferCommand} command @param {string} power */
  async propose(command, power) {
    const reply = await this.connection.send(command);
    const candidate = "reading" in reply ? reply.reading?.candidates[0] : null;
    if (candidate) this.onOffer(candidate, power);
    else toast(reasonOf(reply, "That cannot be expressed in a sentence."));
  }
}
