// Players of the game for the talk: bots and people, listeners, and the first conversation to open.
// Pure: no page, no network. The shapes are those of frontend/wire.

import { listed } from "./values.js";

/** @import {Conversation} from "../wire.d.ts" */

// "Austria is played by a bot that does not talk"
/** @param {string[]} names */
export const silentWords = (names) => `${listed(names)} ${names.length === 1 ? "is played by a bot that does" : "are played by bots that do"} not talk`;

export class Company {
  /** @param {import("../wire.d.ts").SeatFacts[]} seats the `seats` of the state */
  constructor(seats = []) {
    this.seats = new Map(seats.map((seat) => [seat.power, seat]));
  }

  // "played by Bob", "played by the bot Quill (DumbBot)".
  /** @param {string} power */
  playedBy(power) {
    const seat = this.seats.get(power);
    return seat ? `played by ${seat.is_bot ? `the bot ${seat.player}` : seat.player || "nobody"}` : "";
  }

  // The address of the page of whoever plays it; "" for a bot, and where nobody may know.
  /** @param {string} power */
  page(power) {
    return this.seats.get(power)?.page ?? "";
  }

  // True if I blocked its player and read nothing they write.
  /** @param {string} power */
  isBlocked(power) {
    return Boolean(this.seats.get(power)?.blocked);
  }

  // True if its bot neither writes nor hears messages.
  /** @param {string} power */
  isMute(power) {
    const seat = this.seats.get(power);
    return Boolean(seat?.is_bot && !seat.talks);
  }

  // The address of the picture of the bot that plays it; "" where a person does, or nobody may know.
  /** @param {string} power */
  face(power) {
    return this.seats.get(power)?.face ?? "";
  }

  // "writing" to me, "getting ready", or nothing.
  /** @param {string} power */
  does(power) {
    return this.seats.get(power)?.does ?? "";
  }

  // True if some of them are bots that listen: they get only the gist of text that is not understood.
  /** @param {string[]} powers */
  botsListen(powers) {
    return powers.some((power) => this.seats.get(power)?.is_bot && !this.isMute(power));
  }

  // The conversation to begin with: what waits for me, else where I was, else where the last word was spoken, else the
  // nearest power that talks.
  /** @param {Conversation[]} conversations @param {string | null} before the key of where I was */
  opening(conversations, before) {
    /** @param {Conversation[]} some */
    const latest = (some) => some.reduce((best, each) => ((each.last ?? 0) > (best?.last ?? 0) ? each : best), /** @type {Conversation | null} */ (null));
    const far = (/** @type {Conversation} */ { to }) => this.seats.get(to[0])?.distance ?? Infinity;
    const pairs = conversations.filter((each) => each.kind === "pair" && !this.isMute(each.to[0]));
    const [nearest] = pairs.sort((one, other) => far(one) - far(other) || 0);
    const found =
      latest(conversations.filter((each) => each.unread)) ??
      conversations.find((each) => each.key === before) ??
      latest(conversations) ??
      nearest ??
      conversations[0];
    return found.key;
  }
}
