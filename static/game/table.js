// What goes on around the board: what the players ask of the clock, the log, and the seat a bot holds for me.

import { byId, dialog, form, h, input } from "./dom.js";
import { news, toast } from "./notices.js";
import { listed } from "../talk/values.js";
import { momentWords } from "../time.js";

/** @import {Ending, State, TableFacts, Wish} from "../wire.d.ts" */

export class Table {
  /**
   * onWish(wish) asks it of the clock, with "" nothing any more; onVote(sharers) votes on the end, with [] for none.
   * @param {{powers: Record<string, string>, onWish: (wish: string) => void, onVote: (sharers: string[]) => void}} parts
   */
  constructor({ powers, onWish, onVote }) {
    this.powers = powers;
    this.onWish = onWish;
    this.onVote = onVote;
    /** @type {Set<string>} */
    this.chosen = new Set();
    form("table-concede").addEventListener("submit", (event) => (event.preventDefault(), this.onVote([input("concede-to").value])));
    this.dialog = dialog("table");
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
    byId("table-clock").hidden = game.status !== "running";
    byId("table-clock-words").textContent = clockWords(game, table, Boolean(you));
    byId("table-wishes").replaceChildren(...(you ? table.wishes.map((wish) => this.wish(wish, table.needed, you.power)) : []));
    this.showEnd(table.ending, you?.power ?? "", game.status === "running");
    const back = byId("back");
    if (back) back.hidden = !table.back;
    byId("vacant").hidden = Boolean(you) || !table.vacant.length || Boolean(table.back);
    const log = [...table.notices].reverse();
    byId("table-log").replaceChildren(
      ...log.map((line) =>
        h("li", { class: "table-line" }, h("span", {}, line.words), h("span", { class: "meta" }, `${momentWords(new Date(line.at))}${line.by ? `, by ${line.by}` : ""}`)),
      ),
    );
    byId("table-quiet").hidden = log.length > 0;
  }

  /** @param {Ending} ending @param {string} me @param {boolean} running */
  showEnd({ draws, survivors, mine, votes }, me, running) {
    byId("table-end").hidden = !(running && survivors.includes(me));
    if (byId("table-end").hidden) return;
    const seen = votes ? "All see the votes." : "Nobody sees a vote before all agree.";
    const vote = mine.length === 1 ? `You concede to ${this.powers[mine[0]]}. ` : mine.length ? `You vote for a draw: ${this.names(mine)}. ` : "";
    byId("table-end-words").textContent = `${vote}The game ends when all who are on the board agree; bots weigh what they expect. ${seen} A vote is forgotten when the phase is over.`;
    const draw = (words, sharers) => {
      const on = mine.length > 0 && [...mine].sort().join() === [...sharers].sort().join();
      return h("button", { type: "button", class: "button button-outline button-small", "aria-pressed": String(on), onclick: () => this.onVote(on ? [] : sharers) }, words);
    };
    const some = [...this.chosen].filter((power) => survivors.includes(power));
    byId("table-draw").replaceChildren(
      ...(draws === "none" ? [] : [draw("Draw among all", survivors)]),
      ...(draws === "some" && some.length > 1 && some.length < survivors.length ? [draw(`Draw: ${this.names(some)}`, some)] : []),
      ...(mine.length ? [h("button", { type: "button", class: "button button-ghost button-small", onclick: () => this.onVote([]) }, "Take the vote back")] : []),
    );
    const again = () => this.showEnd({ draws, survivors, mine, votes }, me, running);
    byId("table-sharers").hidden = draws !== "some";
    byId("table-sharers").replaceChildren(
      ...survivors.map((power) =>
        h("li", {}, h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.chosen.has(power), onchange: () => (this.chosen.has(power) ? this.chosen.delete(power) : this.chosen.add(power), again()) }), this.powers[power])),
      ),
    );
    const list = byId("concede-to");
    if (list.dataset.powers !== survivors.join()) {
      list.dataset.powers = survivors.join();
      list.replaceChildren(...survivors.filter((power) => power !== me).map((power) => h("option", { value: power }, this.powers[power])));
    }
    byId("table-votes").replaceChildren(
      ...(votes ?? []).map(({ power, sharers }) => h("li", {}, `${this.powers[power]}: ${sharers.length === 1 ? `concedes to ${this.powers[sharers[0]]}` : `a draw, ${this.names(sharers)}`}`)),
    );
  }

  names(powers) {
    return listed(powers.map((power) => this.powers[power]));
  }

  // What has just been written into the log is said once.
  tell({ notices }) {
    const newest = notices.at(-1)?.id ?? 0;
    if (this.newest !== null && newest > this.newest) {
      const { words } = notices.at(-1);
      toast(words, { label: "The table", run: () => this.open() });
      news(words);
    }
    this.newest = newest;
  }

  /** @param {Wish} wish @param {number} needed @param {string} me */
  wish({ wish, words, powers }, needed, me) {
    const mine = powers.includes(me);
    const asked = powers.length ? `${powers.map((power) => (power === me ? "you" : this.powers[power])).join(", ")}: ${powers.length} of ${needed}` : "";
    return h(
      "li",
      { class: "table-wish" },
      h("button", { type: "button", class: "button button-outline button-small", "aria-pressed": String(mine), "data-wish": wish, onclick: () => this.onWish(mine ? "" : wish) }, words),
      h("span", { class: "secondary" }, asked),
    );
  }
}

function clockWords(game, table, plays) {
  const until = game.paused ? `The clock stands still until ${momentWords(new Date(game.paused))}; then it goes on by itself. ` : "";
  if (!plays) return until || "The players may ask for a pause or for more time.";
  const how = table.needed === 1 ? "You play with bots alone: what you ask for is done." : `What ${table.needed} players ask for is done. Wishes are forgotten when the phase is over.`;
  return until + how;
}
