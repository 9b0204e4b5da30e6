// Buttons that copy what stands in a field, and that hand it to other apps: `<button data-copy="id of the field" hidden>`,
// `<button data-share="id of the field" hidden>`.

/** Show the buttons where the browser can copy. */
export function offerCopy() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
    button.hidden = !navigator.clipboard;
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    button.hidden = !navigator.share;
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("[data-share]"));
  if (!button) return;
  const url = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.share ?? "")).value;
  navigator.share({ title: document.title, url }).catch(() => {});
});

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("[data-copy]"));
  if (!button) return;
  await navigator.clipboard.writeText(/** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? "")).value);
  if (button.lastChild) button.lastChild.textContent = "Copied";
});

offerCopy();
