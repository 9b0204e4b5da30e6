// Charts of an experiment: figures that are ready are added to those asked for; fields that say nothing are put away.

const form = /** @type {HTMLFormElement} */ (document.getElementById("chart-form"));
const show = /** @type {HTMLTextAreaElement} */ (document.getElementById("show"));
const family = /** @type {HTMLSelectElement} */ (document.getElementById("of"));

form.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  const text = button?.dataset.add;
  if (!text) return;
  const lines = show.value.split("\n").filter((line) => line.trim());
  if (!lines.includes(text)) show.value = [...lines, text].join("\n");
  show.focus();
});

function putAway() {
  for (const field of form.querySelectorAll("[data-for]")) {
    const wanted = /** @type {HTMLElement} */ (field);
    wanted.hidden = !(wanted.dataset.for ?? "").split(" ").includes(family.value);
  }
}

family.addEventListener("change", putAway);
putAway();

// Other lines have other players: those chosen before mean nothing then.
document.getElementById("by")?.addEventListener("change", () => {
  for (const box of form.querySelectorAll("[name=player]")) /** @type {HTMLInputElement} */ (box).checked = false;
  form.submit();
});
