// A game that is over is seen phase by phase: the talk goes where the board goes.

export class Beside {
  /**
   * @param {{names: () => string[], first: () => string | undefined, earlier: () => Promise<boolean>, onMove: () => void}} parts
   *   names: the phases in their order. first: the phase of the first message that is here of the conversation that is
   *   shown. earlier: loads those before it, and says whether more came. onMove: there is another phase to show.
   */
  constructor({ names, first, earlier, onMove }) {
    this.names = names;
    this.first = first;
    this.earlier = earlier;
    this.onMove = onMove;
    /** @type {string | null} the phase beside which the talk stands; null for its end */
    this.phase = null;
    this.wanted = null;
  }

  /** The board shows this phase; null for the last one. @param {string | null} phase */
  async go(phase) {
    this.wanted = phase;
    while (phase && this.wanted === phase && !this.isAfter(phase, this.first()) && (await this.earlier()));
    if (this.wanted !== phase) return;
    this.phase = phase;
    this.onMove();
  }

  // Another conversation is shown, or the talk came into sight.
  again() {
    if (this.wanted) void this.go(this.wanted);
  }

  /** True if a phase comes after another. @param {string} phase @param {string | undefined} other */
  isAfter(phase, other) {
    const names = this.names();
    return other !== undefined && names.indexOf(phase) > names.indexOf(other);
  }
}
