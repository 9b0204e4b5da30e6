// The column of orders: my own while I write them, everybody's once a phase is over, and the buttons that say I am ready.

import { anchor, byId, find, input } from "./dom.js";
import { Hints } from "./hints.js";
import { Panel } from "./panel.js";
import { example } from "./prompts.js";
import { Ready } from "./ready.js";
import { showUnsent } from "./unsent.js";

/** @import {AgreedOrder, Fate, Page, PhaseView, State} from "../wire.d.ts" */

export class OrderColumn {
  /**
   * @param {{page: Page, board: import("./board.js").Board, entry: import("./entry.js").Entry, outbox: import("./outbox.js").Outbox,
   *   onHover: (order: Fate | null) => void, onReach: () => void, onChosen: () => void,
   *   onTalk: ((power: string) => void) | null, onHints: () => void, secondsTo: (moment: number) => number}} parts
   *   onReach: the button at the desk is looked for; onChosen: a row was chosen, the map is wanted
   */
  constructor({ page, board, entry, outbox, onHover, onReach, onChosen, onTalk, onHints, secondsTo }) {
    this.places = page.places;
    this.entry = entry;
    this.outbox = outbox;
    this.onChosen = onChosen;
    /** @type {AgreedOrder[]} orders I have promised and not written */
    this.agreed = [];
    this.panel = new Panel({
      board,
      places: page.places,
      powers: page.powers,
      onChoose: ({ region }) => this.choose(region),
      onCancel: (key) => entry.orders.cancel(key),
      onWrite: (agreed) => entry.orders.send(agreed.text, null),
      onHover,
      onUndo: () => entry.orders.undo(),
      onRedo: () => entry.orders.redo(),
    });
    this.hints = new Hints({ page, onOrder: (text) => entry.orders.send(text, null), onTalk, onChange: onHints });
    this.ready = new Ready({
      names: page.places,
      onReady: (said) => entry.orders.ready(said),
      onReach,
      secondsTo: (moment) => secondsTo(Date.parse(moment)),
    });
  }

  /** @param {string | null} region of the unit; null for what is still due */
  choose(region) {
    if (region) this.entry.choose(region);
    else this.entry.next();
    this.onChosen();
  }

  // An order as one may write it in this phase stands in the empty field.
  hint() {
    const { options } = this.entry;
    if (!options) return;
    const hint = example(options);
    input("order-text").placeholder = hint;
    const label = find(document, 'label[for="order-text"]');
    if (label) label.textContent = `Write an order, such as ${hint}`;
  }

  /** @param {State} state @param {PhaseView} shown the phase on the board */
  show(state, shown) {
    const { game, you, sheet, overview, seats } = state;
    const { entry, outbox, panel, places, agreed } = this;
    const { options, draft, orders } = entry;
    const isLatest = shown.name === game.phase;
    const isOpen = isLatest && game.status === "running";
    showUnsent(outbox, { phase: game.phase, places });
    const mine = isOpen && you && sheet && options ? { sheet, options, power: you.power } : null;
    byId("orders-form").hidden = !mine;
    byId("orders-tools").hidden = !mine;
    byId("waive").hidden = !(mine?.options.waive && mine.sheet.adjustments > 0);
    document.body.toggleAttribute("data-mine", mine !== null);
    this.ready.show(mine?.sheet ?? null, options, seats.some((seat) => seat.decides && !seat.ready));
    this.hints.show(state, mine !== null);
    if (mine) panel.mine({ ...mine, draft, past: orders.past, agreed, waiting: this.waitingFor(mine.sheet.phase) });
    else if (isOpen && overview) panel.overview(overview);
    else if (isOpen) panel.waiting(you ? "You have nothing to order in this phase." : "Orders are shown here once the phase is over.");
    else if (shown.status === "final") panel.theEnd({ title: shown.title, result: anchor("result-link") });
    // It was loaded while it was played, and the next has begun.
    else if (shown.status !== "resolved") panel.waiting("The orders are being opened.");
    else panel.past({ orders: shown.orders, title: shown.title });
  }

  // Orders on their way in this phase: slot -> item of the outbox.
  /** @param {string} phase */
  waitingFor(phase) {
    const waiting = this.outbox.orders.filter((item) => item.state !== "refused" && item.command.phase === phase);
    return new Map(waiting.map((item) => [item.slot, item]));
  }
}
