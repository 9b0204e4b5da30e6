// A sheet is pulled by its grip: down it goes away, up it grows.

const FAR = 56; // px

/** @param {HTMLElement} grip @param {{onDown: () => void, onUp: () => void}} done */
export function pullable(grip, { onDown, onUp }) {
  const sheet = /** @type {HTMLElement} */ (grip.parentElement);
  let [from, way] = [0, 0];
  const follow = (/** @type {PointerEvent} */ event) => {
    way = event.clientY - from;
    sheet.style.translate = `0 ${Math.max(way, 0)}px`;
  };
  const end = () => {
    grip.removeEventListener("pointermove", follow);
    sheet.style.translate = sheet.style.transition = "";
    if (way > FAR) onDown();
    else if (way < -FAR) onUp();
  };
  grip.addEventListener("pointerdown", (event) => {
    [from, way] = [event.clientY, 0];
    grip.setPointerCapture(event.pointerId);
    sheet.style.transition = "none";
    grip.addEventListener("pointermove", follow);
    grip.addEventListener("pointerup", end, { once: true });
    grip.addEventListener("pointercancel", end, { once: true });
  });
  // A grip that was pulled was not pressed.
  grip.addEventListener("click", (event) => Math.abs(way) > 8 && (event.preventDefault(), event.stopImmediatePropagation()), { capture: true });
}
