// A file or a text that is too large is refused here, before it is sent, and stays in the form.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".archive-send"));
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const error = /** @type {HTMLElement} */ (document.getElementById("send-error"));
const most = Number(form.dataset.most);

/** @returns {string} why this cannot be sent */
function fault() {
  const chosen = file.files?.[0];
  if (!chosen && !text.value.trim()) return "Choose a file, or paste the text of a game.";
  // Browsers send a line's end as two characters.
  const bytes = chosen ? chosen.size : new Blob([text.value.replace(/\n/g, "\r\n")]).size;
  if (bytes <= most) return "";
  return `${chosen ? "The file" : "The text"} has ${Math.ceil(bytes / 1000)} kB; ${most / 1000} kB are the most. Compressed with gzip it may be smaller.`;
}

form.addEventListener("submit", (event) => {
  error.textContent = fault();
  error.hidden = !error.textContent;
  if (error.textContent) event.preventDefault();
});
