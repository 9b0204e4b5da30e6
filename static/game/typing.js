// Ask once for the phase's extra minute if the player is still writing at the deadline.

const ASKS_BEFORE = 15; // seconds before the deadline
const STILL_WRITING_MS = 20000;

export class Typing {
  /** @param {{isAwaited: () => boolean, onAsk: () => void}} parts isAwaited: whether my orders are awaited */
  constructor({ isAwaited, onAsk }) {
    this.isAwaited = isAwaited;
    this.onAsk = onAsk;
    this.touched = -Infinity;
    this.asked = "";
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => (this.touched = performance.now()), { capture: true });
  }

  // The clock says how many seconds are left, of which phase, and whether its minute is given.
  /** @param {number | null} left @param {string} phase @param {boolean} graced */
  tick(left, phase, graced) {
    const writing = performance.now() - this.touched < STILL_WRITING_MS;
    if (graced || left === null || left <= 0 || left > ASKS_BEFORE || this.asked === phase || !writing || !this.isAwaited()) return;
    this.asked = phase;
    this.onAsk();
  }
}
