// The phases of a game as they are fetched, each once: what is over changes only where phases are taken back.

/** @import {PhaseFacts, PhaseView} from "../wire.d.ts" */

export class Phases {
  // address: of a phase, with PHASE in place of its name.
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    /** @type {Map<string, PhaseView>} */
    this.known = new Map();
    /** @type {PhaseView | null} */
    this.sent = null;
    this.undone = 0;
  }

  // undone: how often phases were taken back; what came of them may be another thing now.
  /** @param {number} undone */
  follow(undone) {
    if (undone !== this.undone) this.clear();
    this.undone = undone;
  }

  /** Keep the board that came with a state, as long as its phase is the one now played. @param {string} played @param {PhaseView} [board] */
  take(played, board) {
    if (board) this.sent = board;
    else if (this.sent?.name !== played) this.sent = null;
  }

  /** @param {string} name @returns {Promise<PhaseView>} rejects where it cannot be loaded */
  async fetch(name) {
    const known = this.known.get(name);
    if (known) return known;
    if (this.sent?.name === name) {
      // Once: what is played goes on.
      const { sent } = this;
      this.sent = null;
      return sent;
    }
    const { undone } = this;
    const address = this.address.replace("PHASE", name) + (undone ? `?undone=${undone}` : "");
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`phase ${name}: ${response.status}`);
    const phase = await response.json();
    if (phase.status === "resolved" && undone === this.undone) this.known.set(name, phase);
    return phase;
  }

  // Boards are drawn in another way now.
  clear() {
    this.known.clear();
    this.sent = null;
  }

  /** Load what lies beside a phase, for whoever steps on. @param {string} name @param {PhaseFacts[]} phases */
  prefetch(name, phases) {
    const names = phases.filter((phase) => phase.status === "resolved").map((phase) => phase.name);
    const at = names.indexOf(name);
    const near = at < 0 ? [names.at(-1)] : [names[at - 1], names[at + 1]];
    for (const each of near) if (each && !this.known.has(each)) this.fetch(each).catch(() => {});
  }
}

/** True if one phase comes right after the other, so that units may be seen moving. @param {PhaseFacts[]} phases @param {string} from @param {string} to */
export function follows(phases, from, to) {
  const names = phases.map((phase) => phase.name);
  return names.indexOf(to) === names.indexOf(from) + 1;
}
