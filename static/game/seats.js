// The bar of seats: who plays what, centers, and who is ready.

import { h, icon, byId } from "./dom.js";
import { toast } from "./notices.js";

/** @import {GameFacts, SeatFacts, State, You} from "../wire.d.ts" */

export class Seats {
  /** @param {Record<string, string>} powers */
  constructor(powers) {
    this.powers = powers;
    this.bar = byId("seats");
    this.dots = byId("ready-dots");
    this.words = byId("ready-words");
  }

  /** @param {State} state */
  show({ seats, game, you }) {
    const sorted = [...seats].sort((one, other) => other.centers - one.centers || one.power.localeCompare(other.power));
    this.bar.replaceChildren(...sorted.map((seat) => this.seat(seat, game, you)));
    const running = game.status === "running";
    const awaited = seats.filter((seat) => seat.decides);
    const ready = awaited.filter((seat) => seat.ready).length;
    this.dots.replaceChildren(
      ...(running ? awaited.map((seat) => h("span", { class: `dot${seat.ready ? " is-on" : ""}` })) : []),
    );
    this.words.textContent = running && awaited.length ? `${ready} of ${awaited.length} are ready` : "";
  }

  /**
   * @param {SeatFacts} seat
   * @param {GameFacts} game
   * @param {You | null} you
   */
  seat(seat, game, you) {
    const name = this.powers[seat.power];
    const who = seat.is_bot ? `the bot ${seat.player}` : seat.player || "nobody";
    const mine = you?.power === seat.power;
    const gone = seat.centers === 0 && seat.units === 0;
    const facts = [
      `${name}${mine ? ", you" : `, played by ${who}`}`,
      gone ? "out of the game" : `${seat.centers} ${seat.centers === 1 ? "center" : "centers"}, ${seat.units} ${seat.units === 1 ? "unit" : "units"}`,
      game.status !== "running" || gone ? "" : !seat.decides ? "nothing to order" : seat.ready ? "ready" : "still writing",
      seat.is_bot && !seat.talks ? "does not talk" : "",
      seat.note ?? "",
    ].filter(Boolean);
    const label = facts.join(" · ");
    return h(
      "li",
      {
        class: `seat${mine ? " is-mine" : ""}${gone ? " is-gone" : ""}${seat.note ? " has-note" : ""}`,
        title: label,
        "data-seat": seat.power,
        "data-ready": seat.ready ? "true" : "false",
      },
      h("button", {
        type: "button",
        class: "seat-open",
        "aria-label": `Who plays ${name}`,
        onclick: () => toast(label, seat.page ? { label: "Profile", run: () => location.assign(seat.page) } : null),
      }),
      h("span", { class: `emblem${mine ? " emblem-you" : ""}`, "data-power": seat.power, "aria-hidden": "true" }, seat.power[0]),
      h("span", { class: "seat-centers", "aria-hidden": "true" }, String(seat.centers)),
      game.status === "running" && seat.decides && seat.ready ? h("span", { class: "seat-ready", "aria-hidden": "true" }, icon("check")) : "",
      h("span", { class: "visually-hidden" }, label),
    );
  }
}
