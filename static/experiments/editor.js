// A new experiment: its file, the same as a form, and what is wrong with it, told while one writes. The text is all there
// is; a field that is changed has the site write the text anew.

const WAIT = 400;

/** @typedef {{ line: number, text: string, place: (string | number)[] }} Fault */
/** @typedef {{ faults: Fault[], words: string, text?: string, fields?: string }} Verdict */

const form = /** @type {HTMLFormElement} */ (document.getElementById("experiment-form"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const right = /** @type {HTMLElement} */ (document.getElementById("verdict-right"));
const faults = /** @type {HTMLElement} */ (document.getElementById("verdict-faults"));
const fields = /** @type {HTMLElement} */ (document.getElementById("fields"));
const file = /** @type {HTMLElement} */ (document.getElementById("file"));
const asForm = /** @type {HTMLInputElement} */ (document.getElementById("as-form"));

let timer = 0;
let asked = 0;
/** Changes of fields that the text does not have yet, by their place. @type {Map<string, object>} */
const waiting = new Map();
let last = Promise.resolve();
/** A field that is taken away tells a change of what was half typed in it. */
let drawing = false;
/** True if half-typed text was restored: then leaving the field counts as no change. */
let putBack = false;
/** Until no pointer is down: what is pressed stays where it is. */
let released = Promise.resolve();

/** @param {Verdict} verdict */
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
      line.dataset.at = JSON.stringify(fault.place);
      line.textContent = `line ${fault.line}`;
      row.append(line, ` ${fault.text}`);
      return row;
    }),
  );
  mark(verdict.faults);
}

/** The field, or else the group of fields, that a place is in. @param {(string | number)[]} place */
function whereIs(place) {
  const places = new Map([...fields.querySelectorAll("[data-place]")].map((each) => [each.getAttribute("data-place"), each]));
  for (let length = place.length; length > 0; length -= 1) {
    const found = places.get(JSON.stringify(place.slice(0, length)));
    if (found) return found;
  }
  return null;
}

/** Faults are told at their fields. @param {Fault[]} found */
function mark(found) {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (fields.querySelectorAll("[data-fault]"))) {
    each.hidden = true;
    each.textContent = "";
    each.parentElement?.classList.remove("has-error");
    each.parentElement?.querySelector(":scope > .input")?.removeAttribute("aria-invalid");
  }
  for (const fault of found) {
    const at = whereIs(fault.place);
    const said = /** @type {HTMLElement | null} */ (at?.querySelector("[data-fault]") ?? null);
    if (!at || !said) continue;
    said.textContent += `${said.textContent ? " " : ""}${fault.text}`;
    said.hidden = false;
    at.querySelector(":scope > .input")?.setAttribute("aria-invalid", "true");
    if (at.classList.contains("field")) at.classList.add("has-error");
    unfold(at);
  }
}

/** Open the groups that an element is in, itself included. @param {Element} element */
function unfold(element) {
  for (let each = element.closest("details"); each && fields.contains(each); each = each.parentElement?.closest("details") ?? null) {
    each.open = true;
  }
}

/** Key of a group, or of the part of one that few need. @param {HTMLElement} details */
function nameOf(details) {
  return details.dataset.place ?? `more of ${details.parentElement?.dataset.place}`;
}

/** The answer; null without one, and no text in it where the site refused. @param {string} address @param {Record<string, string>} more @returns {Promise<Verdict | null>} */
async function ask(address, more = {}) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  try {
    const answer = await fetch(address, { method: "POST", body, credentials: "same-origin" });
    if (answer.status === 400) return { faults: [], words: "" };
    return answer.ok ? await answer.json() : null;
  } catch {
    // Without a line to the site nothing is told; Begin asks again.
    return null;
  }
}

async function check() {
  const mine = (asked += 1);
  const verdict = await ask(form.dataset.check ?? "");
  if (verdict && mine === asked) show(verdict);
}

/** The fields anew, with what is open and where one writes as before. @param {string} html */
function draw(html) {
  const active = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const writes = active && fields.contains(active) && active.matches("input, textarea") ? active : null;
  const id = active?.id;
  const was = writes && { value: writes.value, begin: writes.selectionStart, end: writes.selectionEnd };
  const open = [.../** @type {NodeListOf<HTMLElement>} */ (fields.querySelectorAll("details[open]"))].map(nameOf);
  drawing = true;
  fields.innerHTML = html;
  drawing = false;
  for (const each of fields.querySelectorAll("details")) each.open = open.includes(nameOf(each));
  const again = id ? /** @type {HTMLInputElement} */ (document.getElementById(id)) : null;
  if (!again || !fields.contains(again)) return;
  unfold(again);
  again.focus({ preventScroll: true });
  if (!was || again.type === "checkbox") return;
  putBack = again.value !== was.value;
  if (putBack) {
    again.value = was.value;
    note(/** @type {HTMLElement} */ (again.closest(".field")));
  }
  again.setSelectionRange(was.begin, was.end);
}

/** Wait until no pointer is down: the next may go down before the last one's click is dealt with. */
async function untilReleased() {
  let waited;
  do {
    waited = released;
    await waited;
  } while (waited !== released);
}

/** One after the other, for each goes on from the text of the one before. @param {boolean} redraw */
function send(redraw) {
  clearTimeout(timer);
  last = last.then(async () => {
    const sent = [...waiting.entries()];
    /** @type {Record<string, string>} */
    const changes = sent.length ? { changes: JSON.stringify([...waiting.values()]) } : {};
    let answer = await ask(form.dataset.form ?? "", { ...changes, ...(redraw ? { fields: "1" } : {}) });
    if (!answer) {
      right.hidden = false;
      right.textContent = "The site does not answer; your last change is not in the file yet. Change a field to try again.";
      return;
    }
    for (const [place, change] of sent) if (waiting.get(place) === change) waiting.delete(place);
    // Refused: the field was of a row that is gone. What is there now is shown.
    if (answer.text === undefined) answer = await ask(form.dataset.form ?? "", { fields: "1" });
    if (answer?.text === undefined) return;
    if (sent.length) text.value = answer.text;
    await untilReleased();
    // A change made meanwhile has its own answer: faults that it may mend open no group that was just folded.
    const isNewest = waiting.size === 0;
    if (answer.fields) draw(answer.fields);
    else if (sent.length) document.getElementById("comments-go")?.setAttribute("hidden", "");
    if (isNewest) show(answer);
  });
  return last;
}

/** Remember a field's value. @param {HTMLElement} field */
function note(field) {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (field.querySelectorAll("input[type=checkbox]"));
  const control = /** @type {HTMLInputElement} */ (field.querySelector(".input"));
  const { place = "[]", what, kind } = field.dataset;
  let value = /** @type {unknown} */ (control?.value);
  if (kind === "yes") value = boxes[0].checked;
  if (kind === "many") value = [...boxes].filter((box) => box.checked).map((box) => box.value);
  waiting.set(place, { what, kind, place: JSON.parse(place), value });
}

/** @param {Event} event */
function fieldOf(event) {
  return /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest(".field"));
}

fields.addEventListener("input", (event) => {
  const field = fieldOf(event);
  if (!field || "late" in field.dataset) return;
  note(field);
  clearTimeout(timer);
  timer = window.setTimeout(send, WAIT, false);
});

fields.addEventListener("change", (event) => {
  const field = fieldOf(event);
  if (!field || drawing) return;
  note(field);
  send("late" in field.dataset || field.closest("[data-usual]") !== null);
});

// A folded group shows its values in a line: made anew if they have changed.
fields.addEventListener("change", (event) => {
  for (let each = fieldOf(event)?.closest("details"); each; each = each.parentElement?.closest("details") ?? null) each.dataset.changed = "";
});
fields.addEventListener(
  "toggle",
  (event) => {
    const group = /** @type {HTMLDetailsElement} */ (event.target);
    if (!group.open && "changed" in group.dataset && !drawing) send(true);
  },
  true,
);

fields.addEventListener("focusout", () => {
  if (!putBack || drawing) return;
  putBack = false;
  send(true);
});

// Enter in a field is no Begin: it only says that the field is done.
fields.addEventListener("keydown", (event) => {
  const control = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "Enter" || !control.matches("input")) return;
  event.preventDefault();
  control.dispatchEvent(new Event("change", { bubbles: true }));
});

fields.addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    // A click comes right after the pointer is up.
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => setTimeout(resolve), { once: true });
  });
});

fields.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement} */ (/** @type {HTMLElement} */ (event.target).closest("[data-change]"));
  if (!button) return;
  const { change, at = "[]" } = button.dataset;
  button.disabled = true;
  waiting.set(`${change} ${at}`, { what: change, place: JSON.parse(at) });
  const section = button.closest("section")?.getAttribute("aria-labelledby");
  await send(true);
  button.disabled = false;
  const group = section ? document.getElementById(section)?.parentElement : null;
  const rows = [...(group?.querySelectorAll(".design-group") ?? [])];
  const row = change === "add" ? rows.filter((each) => each.getAttribute("data-place")?.startsWith(at.slice(0, -1))).at(-1) : null;
  if (row) unfold(row);
  const within = row?.querySelector("input, textarea, select") ?? group?.querySelector("summary, button");
  /** @type {HTMLElement | null | undefined} */ (within)?.focus();
});

form.addEventListener("submit", async (event) => {
  if (!waiting.size) return;
  event.preventDefault();
  await send(false);
  if (!waiting.size) form.requestSubmit();
});

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(check, WAIT);
});

async function view() {
  fields.hidden = !asForm.checked;
  file.hidden = asForm.checked;
  await send(true);
}

// A fault leads to its field, or to its line.
faults.addEventListener("click", (event) => {
  const { line, at } = /** @type {HTMLElement} */ (event.target).dataset;
  if (!line) return;
  const field = asForm.checked ? whereIs(JSON.parse(at ?? "[]")) : null;
  if (field) {
    unfold(field);
    /** @type {HTMLElement} */ (field.querySelector("input, textarea, select"))?.focus();
    return;
  }
  asForm.checked = false;
  /** @type {HTMLInputElement} */ (document.getElementById("as-file")).checked = true;
  fields.hidden = true;
  file.hidden = false;
  const lines = text.value.split("\n");
  const start = lines.slice(0, Number(line) - 1).reduce((length, each) => length + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[Number(line) - 1] ?? "").length);
  text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, Number(line) - 6);
});

const views = /** @type {HTMLElement} */ (document.getElementById("views"));
views.addEventListener("change", view);
views.hidden = false;
view();
