// Parts around the board, for any phase it shows: seats, clock, votes and log, title and verdict.

import { byId, ifAny, kept } from "./dom.js";

/** @import {Page, State} from "../wire.d.ts" */

export class Frame {
  /**
   * @param {{page: Page, seats: import("./seats.js").Seats, clock: import("./clock.js").Clock, table: import("./table.js").Table,
   *   leaving: import("./leaving.js").Leaving, alerts: import("./alerts.js").Alerts}} parts
   */
  constructor({ page, seats, clock, table, leaving, alerts }) {
    this.page = page;
    this.seats = seats;
    this.clock = clock;
    this.table = table;
    this.leaving = leaving;
    this.alerts = alerts;
    const later = ifAny("keep-later");
    later?.addEventListener("click", () => (kept.set("keep-later", true), byId("keep").toggleAttribute("hidden", true)));
  }

  /** @param {State} state */
  show(state) {
    const { game, you } = state;
    this.seats.show(state);
    this.clock.set({
      deadline: game.deadline,
      opened: game.opened,
      now: game.now,
      title: game.title,
      running: game.status === "running",
      paused: game.paused,
    });
    this.table.show(state);
    this.leaving.show(state);
    this.alerts.setTitle(`${game.title} · ${game.name}`);
    byId("phone-title").textContent = game.turn;
    const part = you ? `You are ${this.page.powers[you.power]}, ` : state.overview ? "Game master, " : "";
    byId("phone-line").textContent = `${part}${game.kind_word}`;
    const verdict = byId("verdict");
    verdict.parentElement?.toggleAttribute("hidden", !game.verdict);
    verdict.textContent = game.verdict ?? "";
    byId("result-link").hidden = game.status !== "finished";
    ifAny("keep")?.toggleAttribute("hidden", !you?.keep || Boolean(kept.get("keep-later")));
  }
}
