// Keeps a part of a page up to date: the lobby's socket says when something changed, the part is fetched anew.

const RETRY_FIRST = 1000;
const RETRY_LONGEST = 30000;
const QUIET = 150;
const WITHOUT_NEWS = 60000;

/** Call `refresh` whenever a game in the lobby changes (`slug` is which, or null: perhaps any), until the page is left. */
export function watchLobby(refresh) {
  let wait = RETRY_FIRST;
  let timer = 0;
  const soon = (slug) => {
    clearTimeout(timer);
    timer = setTimeout(() => refresh(slug), QUIET);
  };
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby/`);
    let opened = false;
    socket.addEventListener("open", () => {
      // What changed while there was no line is fetched at once.
      if (wait > RETRY_FIRST) soon(null);
      wait = RETRY_FIRST;
      opened = true;
    });
    socket.addEventListener("message", (event) => soon(JSON.parse(event.data).slug ?? null));
    socket.addEventListener("close", () => {
      if (!opened) soon(null);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, RETRY_LONGEST);
    });
  };
  connect();
  setInterval(() => document.visibilityState === "visible" && soon(null), WITHOUT_NEWS);
}

/** Put the fetched nodes in the place of the old ones without taking away the focus, open menus or what was typed. */
export function swap(element, fresh) {
  const key = (node) => node && (node.id || node.getAttribute("href") || node.name + "=" + node.value);
  const focused = element.contains(document.activeElement) ? key(document.activeElement) : null;
  const typed = new Map([...element.querySelectorAll("input:not([type=hidden]):not([readonly]), select")].map((each) => [each.name, each.value]));
  element.replaceChildren(...fresh);
  for (const each of element.querySelectorAll("input:not([type=hidden]):not([readonly]), select")) {
    if (typed.has(each.name)) each.value = typed.get(each.name);
  }
  if (focused) [...element.querySelectorAll("a, button, input, select, summary")].find((each) => key(each) === focused)?.focus();
}
