// Small helpers to build the page from values. Text always goes in as text, never as markup.

/** @typedef {Node | string | null | undefined | false} Child what is no node and no text is left out */

/**
 * @param {string} tag
 * @param {Record<string, any>} attributes `on...` are listeners, `style` is properties by name; what is null or false is left out
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().flatMap((child) => (child === null || child === undefined || child === false ? [] : [child])));
  return element;
}

// The children of an element, in this order. Those that are there already are not touched: a click that is under way
// on one of them is not lost.
/** @param {HTMLElement} parent @param {HTMLElement[]} children */
export function settle(parent, children) {
  const kept = new Set(/** @type {Element[]} */ (children));
  for (const child of Array.from(parent.children)) if (!kept.has(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}

// A copy of an icon kept by the page in <template id="icon-...">.
/** @param {string} name @returns {Node | string} */
export function icon(name) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById(`icon-${name}`));
  return template?.content.firstElementChild?.cloneNode(true) ?? "";
}

// Markup of SVG groups, made by our own server, as elements.
/** @param {string} markup */
export function svgElements(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  return [...(template.content.firstElementChild?.children ?? [])];
}

/** The element of a page that may have none. @param {string} id */
export const ifAny = (id) => document.getElementById(id);

/** The element of a page that always has it. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = ifAny(id);
  if (!element) throw new Error(`The page has no element #${id}.`);
  return element;
}

/** JSON that came with the page; null without any: a watcher's page has no talk. @param {string} id @returns {any} */
export const data = (id) => JSON.parse(ifAny(id)?.textContent ?? "null");

// `byId` for elements with properties of their own.
/** @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
export const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));
/** @param {string} id */
export const details = (id) => /** @type {HTMLDetailsElement} */ (byId(id));
/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id));
/** @param {string} id */
export const form = (id) => /** @type {HTMLFormElement} */ (byId(id));
/** @param {string} id */
export const anchor = (id) => /** @type {HTMLAnchorElement} */ (byId(id));

/** The first, and all, elements of a page of HTML below `root`. @param {ParentNode} root @param {string} selector */
export const find = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector));
/** @param {ParentNode} root @param {string} selector */
export const findAll = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
/** @param {Element} element */
export const childrenOf = (element) => /** @type {HTMLElement[]} */ ([...element.children]);

/** The focused element. */
export const focused = () => /** @type {HTMLElement | null} */ (document.activeElement);

/** The element an event happened in that the selector names, or null. @param {Event} event @param {string} selector */
export const within = (event, selector) => /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (event.target)?.closest?.(selector) ?? null);

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const narrow = matchMedia("(max-width: 899.98px)");

const touched = matchMedia("(pointer: coarse)");

// Instructions by device: a finger taps, and has no keys.
/** @param {string} words */
export function gesture(words) {
  if (!touched.matches) return words;
  return words.replace(/, or press [A-Z]\b/, "").replace(/\b(?:Click|Point at)\b/g, "Tap").replace(/\bclick\b/g, "tap");
}

// sessionStorage that may be missing or full: then nothing is kept, and nothing breaks.
export const kept = {
  /** @param {string} key @returns {any} */
  get(key) {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {unknown} value null: nothing is kept any more */
  set(key, value) {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  },
};

// Storage that outlives the tab.
export const lasting = {
  /** @param {string} key @returns {any} */
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {unknown} value null: nothing is kept any more */
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Then it lasts as long as the tab.
    }
  },
};
