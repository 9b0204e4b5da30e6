// The file of a new experiment: what is wrong with it, told while one writes.

const WAIT = 400;

const form = /** @type {HTMLFormElement} */ (document.getElementById("experiment-form"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const right = document.getElementById("verdict-right");
const faults = document.getElementById("verdict-faults");

let timer = 0;
let asked = 0;

/** @param {{ faults: { line: number, text: string }[], words: string }} verdict */
function show(verdict) {
  right.hidden = verdict.faults.length > 0;
  right.textContent = verdict.words;
  faults.hidden = verdict.faults.length === 0;
  faults.replaceChildren(
    ...verdict.faults.map((fault) => {
      const row = document.createElement("li");
      const line = document.createElement("button");
      line.type = "button";
      line.className = "link-button";
      line.dataset.line = String(fault.line);
      line.textContent = `line ${fault.line}`;
      row.append(line, ` ${fault.text}`);
      return row;
    }),
  );
}

async function check() {
  const mine = (asked += 1);
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), credentials: "same-origin" });
    if (answer.ok && mine === asked) show(await answer.json());
  } catch {
    // Without a line to the site nothing is told; Begin asks again.
  }
}

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(check, WAIT);
});

// A fault leads to its line.
faults.addEventListener("click", (event) => {
  const line = Number(/** @type {HTMLElement} */ (event.target).dataset.line);
  if (!line) return;
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, line - 6);
});
