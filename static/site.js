// Code of every page: switch between light and dark, close open menus, keep waiting times going.

import { keepTimes } from "./time.js";

const root = document.documentElement;
const device = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : device.matches;
}

/** @param {"light" | "dark"} theme */
function setTheme(theme) {
  root.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax` + (location.protocol === "https:" ? "; secure" : "");
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", theme);
  for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll('meta[name="theme-color"]'))) {
    meta.content = getComputedStyle(root).getPropertyValue("background-color");
  }
}

for (const form of document.querySelectorAll("[data-theme-form]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    setTheme(isDark() ? "light" : "dark");
  });
}

// Menus made of <details data-menu> close on Escape and on a click elsewhere.
/** @param {Element | null} except */
function closeMenus(except = null) {
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-menu][open]"))) {
    if (menu !== except) menu.open = false;
  }
}
document.addEventListener("click", (event) => closeMenus(/** @type {Element} */ (event.target).closest("details[data-menu]")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details[data-menu][open]");
  if (!open) return;
  closeMenus();
  open.querySelector("summary")?.focus();
});

// A form that was sent is not sent twice by an impatient second click.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // A form that is answered by a file leaves its page where it is, and may be sent again.
  if (event.defaultPrevented || form.method !== "post" || "again" in form.dataset) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
  addEventListener("pageshow", () => delete form.dataset.sent, { once: true });
});

keepTimes(document);

// Mails and messages say times by the clock of whoever reads them: where that is another than the site knows, tell it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && root.dataset.keepZone && zone !== root.dataset.zone) {
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value;
  if (token) {
    const body = new URLSearchParams({ zone, csrfmiddlewaretoken: token });
    fetch(root.dataset.keepZone, { method: "POST", body }).catch(() => {});
  }
}

// As an app: it says how much is new on its icon, and that there is no connection where there is none.
const news = document.querySelector("[data-new]");
if (news && "setAppBadge" in navigator) {
  const count = Number(/** @type {HTMLElement} */ (news).dataset.new);
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
const keepWorker = () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
if (matchMedia("(display-mode: standalone)").matches) keepWorker();
addEventListener("appinstalled", keepWorker);
