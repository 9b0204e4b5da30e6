// Ending a game that I play with bots alone, and being out of a game that goes on.

import { byId, dialog, findAll, ifAny } from "./dom.js";

/** @import {State} from "../wire.d.ts" */

export class Leaving {
  constructor() {
    /** None for who only watches. */
    this.dialog = ifAny("end-alone") ? dialog("end-alone") : null;
    this.buttons = findAll(document, "[data-end-alone]");
    for (const button of this.buttons) button.addEventListener("click", () => this.open());
  }

  open() {
    document.querySelector("details.settings")?.removeAttribute("open");
    dialog("table").close();
    this.dialog?.showModal();
  }

  /** @param {State} state */
  show({ you, seats, game }) {
    if (!this.dialog) return;
    const mine = seats.find(({ power }) => power === you?.power);
    const running = game.status === "running" && Boolean(mine);
    byId("out").hidden = !(running && mine?.centers === 0 && mine.units === 0);
    for (const button of this.buttons) button.hidden = !you?.alone;
    byId("leave").hidden = !running || Boolean(you?.alone);
    if (!you?.alone || !mine) return;
    byId("end-alone-words").textContent =
      `You resign as ${mine.name}, with ${mine.centers} ${mine.centers === 1 ? "center" : "centers"}. The result and the bots’ thoughts open at once, and the game stays in My games.`;
  }
}
