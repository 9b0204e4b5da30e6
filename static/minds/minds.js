// Steps through the phases of a bot's mind: the list goes at once where it says, and the arrow keys turn pages.

document.documentElement.classList.add("scripted");

const phase = /** @type {HTMLSelectElement} */ (document.getElementById("phase"));
phase.addEventListener("change", () => phase.form?.requestSubmit());

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (/** @type {Element} */ (event.target).closest("input, select, textarea, summary")) return;
  if (event.key === "ArrowLeft") document.getElementById("before")?.click();
  if (event.key === "ArrowRight") document.getElementById("after")?.click();
});
