// Progress of an experiment while it is played.

const EVERY = 2000;

const words = /** @type {HTMLElement} */ (document.getElementById("progress"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const pace = /** @type {HTMLElement} */ (document.getElementById("pace"));
const all = /** @type {HTMLElement} */ (document.getElementById("all")).textContent;

async function look() {
  if (document.hidden) return;
  let now;
  try {
    const answer = await fetch(words.dataset.watch ?? "", { credentials: "same-origin" });
    if (!answer.ok) return;
    now = await answer.json();
  } catch {
    return;
  }
  if (now.state !== "running") {
    location.reload();
    return;
  }
  bar.value = now.percent;
  words.textContent = `${now.done} of ${all} games done, ${now.running} being played, ${now.failed} failed, ${now.faults} faults of bots`;
  pace.textContent = now.minutes_left === null ? "" : `${now.a_minute} games a minute, about ${now.minutes_left} minutes left`;
}

if (words.dataset.watch) setInterval(look, EVERY);
