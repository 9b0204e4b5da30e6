// Completions and marked parts of the typed text, as values. Pure: no page, no network.

/** @import {Completion, Stretch} from "../wire.d.ts" */

const LETTER = /[\p{L}\p{N}'’]/u;

/**
 * The text up to where one types, as far as something may be offered there; null with a selection or within a word.
 * @param {string} text @param {number} from @param {number} to the selection
 */
export function typedBefore(text, from, to) {
  return from === to && !LETTER.test(text[to] ?? "") ? text.slice(0, to) : null;
}

/**
 * Replacement of the characters from `start` on: the completion's words, after a space if one is due.
 * @param {string} before the text up to where one types @param {Completion} completion
 */
export function insertion(before, { text, start }) {
  const due = start === before.length && before !== "" && !/\s$/.test(before);
  return due ? ` ${text}` : text;
}

/**
 * True if Tab takes the first completion: only after a begun word, a space, or words that need a name. After a
 * whole sentence Tab moves on.
 * @param {string} before @param {Completion[]} completions @param {string} question
 */
export function isBegun(before, completions, question) {
  if (!completions.length || !before.trim()) return false;
  return question !== "" || /[^.?!\s]\s+$/.test(before) || completions[0].start < before.length;
}

/**
 * Those that still go on with what is typed now, while the answer to it is on its way.
 * @param {Completion[]} completions @param {string} before @param {string} now
 * @returns {Completion[]}
 */
export function still(completions, before, now) {
  if (!now.startsWith(before)) return [];
  const begun = (/** @type {Completion} */ { start, text }) => {
    const typed = now.slice(start).replace(/^ /, "").toLowerCase();
    return text.toLowerCase().startsWith(typed) && text.length > typed.length;
  };
  return completions.filter(begun).map((each) => {
    const blank = each.start === before.length && now.length > before.length && now[each.start] === " ";
    return blank ? { ...each, start: each.start + 1 } : each;
  });
}

/**
 * The stretches of a text that was changed: those before and behind the change stay, each where it is now.
 * @param {Stretch[]} stretches @param {string} before @param {string} now
 * @returns {Stretch[]}
 */
export function carried(stretches, before, now) {
  const shorter = Math.min(before.length, now.length);
  let head = 0;
  while (head < shorter && before[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const shift = now.length - before.length;
  const whole = (/** @type {Stretch} */ { start, end }) => !LETTER.test(now[end] ?? "") && !LETTER.test(now[start - 1] ?? "");
  return stretches
    .flatMap((each) => {
      if (each.end <= head) return [each];
      if (each.start >= before.length - tail) return [{ ...each, start: each.start + shift, end: each.end + shift }];
      return [];
    })
    .filter(whole);
}

/**
 * The stretches of a text that was read without the blanks about it, in the text as it stands.
 * @param {Stretch[]} stretches @param {string} text
 * @returns {Stretch[]}
 */
export function placed(stretches, text) {
  const lead = text.length - text.trimStart().length;
  return stretches.map((each) => ({ ...each, start: each.start + lead, end: each.end + lead }));
}

/**
 * The names alone, where nobody minds what was not read.
 * @param {Stretch[]} stretches
 * @returns {Stretch[]}
 */
export const namesIn = (stretches) => stretches.filter(({ kind }) => kind !== "words").map((each) => ({ ...each, unread: false }));

/**
 * A text in pieces: each a stretch or what lies between two.
 * @param {string} text @param {Stretch[]} stretches in their order
 * @returns {{text: string, stretch: Stretch | null}[]}
 */
export function pieces(text, stretches) {
  const found = [];
  let at = 0;
  for (const stretch of stretches) {
    if (stretch.start < at || stretch.end > text.length) continue;
    found.push({ text: text.slice(at, stretch.start), stretch: null }, { text: text.slice(stretch.start, stretch.end), stretch });
    at = stretch.end;
  }
  found.push({ text: text.slice(at), stretch: null });
  return found.filter((each) => each.text);
}

/**
 * The provinces that stretches name, and whose each is: {PAR: "FRA", BUR: ""}.
 * @param {{place: string, power: string}[]} named
 * @returns {Record<string, string>}
 */
export const placesOf = (named) => Object.fromEntries(named.filter(({ place }) => place).map(({ place, power }) => [place, power]));
