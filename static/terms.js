// Words of the game, explained at a tap wherever they stand: in each part of a page marked `data-terms`, the first of each.

/** @typedef {{forms: string[], meaning: string, anchor: string}} Term */

const RULES = "/how-to-play/";
const SKIP = ".rules-words, dt, a, button, input, textarea, select, kbd, .key, h1, h2, h3, summary, label, svg";

/** @type {Promise<Map<string, Term>> | null} */
let loading = null;

/** @returns {Promise<Map<string, Term>>} each form in small letters, with its term */
function load() {
  loading ??= fetch(`${RULES}words.json`)
    .then((answer) => (answer.ok ? answer.json() : { terms: [] }))
    .then(({ terms }) => new Map(terms.flatMap((/** @type {Term} */ term) => term.forms.map((form) => [form.toLowerCase(), term]))))
    .catch(() => new Map());
  return loading;
}

/** Mark the words in a part of the page, once each. @param {Element} root */
export async function markTerms(root) {
  const forms = await load();
  if (!forms.size || !root.isConnected) return;
  const ordered = [...forms.keys()].sort((one, other) => other.length - one.length);
  const word = new RegExp(`\\b(${ordered.join("|")})\\b`, "i");
  const seen = new Set([...root.querySelectorAll("a.term")].map((each) => /** @type {HTMLElement} */ (each).dataset.term));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (let text of texts) {
    if (text.parentElement?.closest(SKIP)) continue;
    for (let from = 0, match; (match = word.exec(text.data.slice(from))); ) {
      const term = forms.get(match[1].toLowerCase());
      if (!term || seen.has(term.anchor)) {
        from += match.index + match[1].length;
        continue;
      }
      seen.add(term.anchor);
      const rest = text.splitText(from + match.index);
      text = rest.splitText(match[1].length);
      rest.replaceWith(link(match[1], term));
      from = 0;
    }
  }
}

/** @param {string} text @param {Term} term */
function link(text, term) {
  const found = document.createElement("a");
  found.className = "term";
  found.href = `${RULES}#${term.anchor}`;
  found.dataset.term = term.anchor;
  found.textContent = text;
  found.setAttribute("aria-expanded", "false");
  found.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    explain(found, term);
  });
  return found;
}

/** @type {HTMLElement | null} */
let open = null;

/** Show what a word means beneath it; a second tap closes it. @param {HTMLElement} at @param {Term} term */
function explain(at, term) {
  const again = open?.dataset.term === term.anchor && at.getAttribute("aria-expanded") === "true";
  close();
  if (again) return;
  const note = document.createElement("span");
  note.className = "term-note";
  note.setAttribute("role", "status");
  note.dataset.term = term.anchor;
  at.after(note);
  at.setAttribute("aria-expanded", "true");
  open = note;
  // Filled once it stands there, so that it is read out.
  requestAnimationFrame(() => {
    const name = document.createElement("b");
    name.textContent = `${term.forms[0][0].toUpperCase()}${term.forms[0].slice(1)}. `;
    note.append(name, term.meaning);
    place(note, at);
  });
}

/** Keep the note on the screen. @param {HTMLElement} note @param {HTMLElement} at */
function place(note, at) {
  const box = at.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = note;
  const left = Math.max(8, Math.min(box.left, innerWidth - wide - 8));
  const below = box.bottom + 6 + high < innerHeight;
  note.style.left = `${left}px`;
  note.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - high - 6)}px`;
}

function close() {
  if (!open) return;
  open.previousElementSibling?.setAttribute("aria-expanded", "false");
  open.remove();
  open = null;
}

document.addEventListener("click", (event) => {
  const inside = event.target instanceof Element && event.target.closest(".term, .term-note");
  if (!inside) close();
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  },
  true,
);
addEventListener("scroll", close, { capture: true, passive: true });

for (const part of document.querySelectorAll("[data-terms]")) void markTerms(part);
