// Keep a pressed element until its click has come: redrawn in between, the click would be lost.

// The click of a finger comes a moment after it is up.
const TAP_MS = 50;

/** @type {PointerEvent | null} the press that is under way */
let press = null;
/** @type {Map<Element, () => void>} what is to be shown after it */
const waiting = new Map();

function release() {
  press = null;
  const shows = [...waiting.values()];
  waiting.clear();
  for (const show of shows) show();
}

/** @param {PointerEvent} event */
function down(event) {
  if (event.button === 0 && event.isPrimary) press = event;
}

/** @param {PointerEvent} event */
function up({ pointerId }) {
  const ended = press;
  if (ended?.pointerId === pointerId) setTimeout(() => press === ended && release(), TAP_MS);
}

addEventListener("pointerdown", down, { capture: true });
for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(type, up, { capture: true });
// After these there may be no pointerup.
for (const type of ["contextmenu", "dragend"]) addEventListener(type, release, { capture: true });
// Of the window only: that of an element would be heard while it is captured.
addEventListener("blur", release);
// Release before the click handler runs, so its change is drawn at once.
addEventListener("click", () => ((press = null), setTimeout(() => press || release())), { capture: true });

/**
 * Draw the element anew, but not while something in it is pressed, unless it comes to show something else.
 * @param {Element} element
 * @param {() => void} show
 */
export function still(element, show, { isOther = false } = {}) {
  if (press && !isOther && element.contains(/** @type {Node} */ (press.target))) waiting.set(element, show);
  else {
    waiting.delete(element);
    show();
  }
}
