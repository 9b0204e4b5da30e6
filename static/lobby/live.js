// Keeps a part of a page up to date: the lobby's socket says when something changed, the part is fetched anew.

const RETRY_FIRST = 1000;
const RETRY_LONGEST = 30000;
const QUIET = 150;
const SILENT = 20000;

/**
 * Call `refresh` whenever a game in the lobby changes, or `game` alone where it is given, until the page is left.
 *
 * Everything that happens is counted by the server, and every few seconds the socket says how far: a page made at a
 * smaller number (`data-news` somewhere in `element`) has missed something. A socket that says nothing is opened anew.
 * @param {HTMLElement} element
 * @param {() => void} refresh
 */
export function watchLobby(element, refresh, game = "") {
  let wait = RETRY_FIRST;
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, QUIET);
  };
  const shown = () => Number(/** @type {HTMLElement | null} */ (element.querySelector("[data-news]"))?.dataset.news);
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby/${game && `?game=${game}`}`);
    let silence = setTimeout(() => socket.close(), SILENT);
    socket.addEventListener("message", (event) => {
      const { news } = JSON.parse(event.data);
      wait = RETRY_FIRST;
      clearTimeout(silence);
      silence = setTimeout(() => socket.close(), SILENT);
      if (news === undefined || news > shown()) soon();
    });
    socket.addEventListener("close", () => {
      clearTimeout(silence);
      // Without a line the page looks by itself from time to time.
      if (document.visibilityState === "visible") soon();
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, RETRY_LONGEST);
    });
  };
  connect();
}

/**
 * Put the fetched nodes in the place of the old ones without taking away the focus, open menus or what was typed.
 * @param {HTMLElement} element
 * @param {Iterable<Node>} fresh
 */
export function swap(element, fresh) {
  /** @param {any} node */
  const key = (node) => node && (node.id || node.getAttribute("href") || node.name + "=" + node.value);
  const focused = element.contains(document.activeElement) ? key(document.activeElement) : null;
  const fields = () => /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (element.querySelectorAll("input:not([type=hidden]):not([readonly]), select"));
  const typed = new Map([...fields()].map((each) => [each.name, each.value]));
  element.replaceChildren(...fresh);
  for (const each of fields()) {
    const value = typed.get(each.name);
    if (value !== undefined) each.value = value;
  }
  if (focused) [.../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("a, button, input, select, summary"))].find((each) => key(each) === focused)?.focus();
}
