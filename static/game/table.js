// The table around the board: the votes, the log, and the seat a bot holds for me.

import { byId, dialog, h, ifAny } from "./dom.js";
import { news, toast } from "./notices.js";
import { roomLine } from "./room.js";
import { Votes } from "./votes.js";
import { momentWords, withMoments } from "../time.js";

/** @import {State, TableFacts} from "../wire.d.ts" */
/** @import {Answer} from "./votes.js" */

export class Table {
  /**
   * onVote(vote, choice, answer) answers one choice of a vote.
   * @param {{powers: Record<string, string>, onVote: (vote: string, choice: string, answer: Answer) => void}} parts
   */
  constructor(parts) {
    this.votes = new Votes(parts);
    this.dialog = dialog("table");
    /** @type {number | null} */
    this.newest = null;
    for (const button of document.querySelectorAll("[data-open-table]")) button.addEventListener("click", () => this.open());
  }

  get isOpen() {
    return this.dialog.open;
  }

  open() {
    document.querySelector("details.settings")?.removeAttribute("open");
    this.dialog.showModal();
  }

  /** @param {State} state */
  show({ table, game, you }) {
    this.tell(table);
    this.votes.show(table.votes, you?.power ?? "");
    byId("table-paused").hidden = !game.paused;
    if (game.paused) byId("table-paused").textContent = `The clock stands still until ${momentWords(new Date(game.paused))}; then it goes on by itself.`;
    const back = ifAny("back");
    if (back) back.hidden = !table.back;
    byId("vacant").hidden = Boolean(you) || !table.vacant.length || Boolean(table.back);
    const log = [...table.notices].reverse();
    byId("table-log").replaceChildren(
      ...log.map((line) =>
        h("li", { class: "table-line" }, ...roomLine(line), h("span", { class: "meta" }, `${momentWords(new Date(line.at))}${line.by && !line.said ? `, by ${line.by}` : ""}`)),
      ),
    );
    byId("table-quiet").hidden = log.length > 0;
  }

  // Announce new lines of the log once.
  /** @param {TableFacts} table */
  tell({ notices }) {
    const last = notices.at(-1);
    const newest = last?.id ?? 0;
    if (last && this.newest !== null && newest > this.newest) {
      const { by, said, words: plain } = last;
      const words = `${said && by ? `${by}: ` : ""}${withMoments(plain)}`;
      toast(words, { label: "Votes and log", run: () => this.open() });
      news(words);
    }
    this.newest = newest;
  }
}
