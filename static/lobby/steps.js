// The form for a new game in three steps. Without scripts all three are shown, one below the other.

/** @typedef {Record<string, string | number | boolean | null>} Choices */

/** Show one step at a time; `form` says in its markup which is open. @param {HTMLFormElement} form */
export function stepThrough(form) {
  const steps = [...form.querySelectorAll(".step")];
  const tabs = [...form.querySelectorAll(".step-tab")];
  const opened = () => steps.findIndex((step) => step.classList.contains("is-open"));
  /** @param {number} index */
  const open = (index) => {
    steps.forEach((step, each) => step.classList.toggle("is-open", each === index));
    tabs.forEach((tab, each) => {
      if (each === index) tab.setAttribute("aria-current", "step");
      else tab.removeAttribute("aria-current");
    });
  };
  /** @param {number} index */
  const go = (index) => {
    open(index);
    steps[index].querySelector("h3")?.focus({ preventScroll: true });
    form.closest("section")?.scrollIntoView({ block: "nearest" });
  };
  tabs.forEach((tab, index) => tab.addEventListener("click", () => go(index)));
  form.querySelector(".step-back")?.addEventListener("click", () => go(opened() - 1));
  form.querySelector(".step-next")?.addEventListener("click", () => go(opened() + 1));
  // Enter in a field leads on to the next step; only the last one opens the game.
  form.addEventListener("submit", (event) => {
    if (opened() === steps.length - 1) return;
    event.preventDefault();
    go(opened() + 1);
  });
  // Open the step of the field that the browser refuses.
  form.addEventListener(
    "invalid",
    (event) => {
      const wrong = steps.findIndex((step) => step.querySelector(":invalid"));
      if (steps[wrong]?.contains(/** @type {Node} */ (event.target))) open(wrong);
    },
    true,
  );
  for (const preset of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".preset"))) {
    preset.addEventListener("click", (event) => {
      event.preventDefault();
      choose(form, preset);
    });
  }
}

/** Fill in what a ready-made game chooses. Text that a person has typed stays. @param {HTMLFormElement} form @param {HTMLElement} preset */
function choose(form, preset) {
  for (const other of form.querySelectorAll(".preset")) {
    other.classList.toggle("is-chosen", other === preset);
    if (other === preset) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
  }
  const choices = /** @type {Choices} */ (JSON.parse(preset.dataset.chooses ?? "{}"));
  for (const [name, choice] of Object.entries(choices)) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form.elements.namedItem(name));
    const value = String(choice ?? "");
    if (!field) continue;
    const isText = field instanceof HTMLInputElement && field.type === "text";
    if (isText && field.value && field.value !== (field.dataset.chosen ?? field.defaultValue)) continue;
    field.value = value;
    if (!isText) continue;
    field.dataset.chosen = value;
    if (value) field.closest("details")?.setAttribute("open", "");
  }
}
