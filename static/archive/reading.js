// Progress of a worker with a file: polled soon at first, as most are read at once, then at longer intervals.

const FIRST_MS = 150;
const SLOWEST_MS = 3000;
const LOST = "The site cannot be reached just now. Your file is kept; this page asks again.";

const words = /** @type {HTMLElement} */ (document.getElementById("words"));
let wait = FIRST_MS;
let timer = 0;

async function look() {
  clearTimeout(timer);
  wait = Math.min(wait * 1.5, SLOWEST_MS);
  try {
    const answer = await fetch(words.dataset.watch ?? "", { credentials: "same-origin", redirect: "manual" });
    // Signed out elsewhere, or deleted after a day: the page itself says so.
    if (answer.type === "opaqueredirect" || answer.status === 404) return location.reload();
    if (!answer.ok) throw new Error(String(answer.status));
    const now = await answer.json();
    // In place of this page: Back leads to the form.
    if (!now.waits) return location.replace(location.pathname);
    if (words.textContent !== now.words) words.textContent = now.words;
  } catch {
    words.textContent = LOST;
  }
  timer = setTimeout(look, wait);
}

timer = setTimeout(look, wait);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
