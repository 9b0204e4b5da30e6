// What is pressed stands still until its click has come: drawn anew in between, the click would be lost.

// The click of a finger comes a moment after it is up.
const TAP_MS = 50;

/** @type {Node | null} */
let pressed = null;
/** @type {Map<Element, () => void>} what is to be shown then */
const waiting = new Map();

function release() {
  pressed = null;
  const shows = [...waiting.values()];
  waiting.clear();
  for (const show of shows) show();
}

addEventListener("pointerdown", (event) => (pressed = /** @type {Node} */ (event.target)), { capture: true });
for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(release, TAP_MS), { capture: true });
// What the click does is shown at once.
addEventListener("click", () => ((pressed = null), setTimeout(release)), { capture: true });

/** Draw the element anew, but not while something in it is pressed. @param {Element} element @param {() => void} show */
export function still(element, show) {
  if (pressed && element.contains(pressed)) waiting.set(element, show);
  else {
    waiting.delete(element);
    show();
  }
}
