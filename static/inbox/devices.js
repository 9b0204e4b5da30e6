// The switch on the account page: tell me in this browser, or no more.

const found = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("push-trouble"));

/** The site's key as bytes, as the browser wants it. @param {string} text */
export function bytesOf(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/") + "=".repeat((4 - (text.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
}

/** True if a browser's subscription has the site's present key. @param {ArrayBuffer | null} theirs @param {Uint8Array} ours */
export function isSame(theirs, ours) {
  if (!theirs) return false;
  const known = new Uint8Array(theirs);
  return known.length === ours.length && known.every((byte, index) => byte === ours[index]);
}

function token() {
  return /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
}

/** @param {DOMStringMap} site the addresses and the key */
async function turnOn({ push = "", worker = "", add = "" }) {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error("This browser blocks our messages. Allow them in the settings beside the address.");
  }
  const ours = bytesOf(push);
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  let told = await registration.pushManager.getSubscription();
  if (told && !isSame(told.options.applicationServerKey, ours)) {
    await told.unsubscribe();
    told = null;
  }
  told ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: ours });
  const answer = await fetch(add, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(told),
  });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Error(said.message ?? "The site did not answer. Please try again.");
  }
}

/** @param {DOMStringMap} site */
async function turnOff({ worker = "", forget = "" }) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: token() });
  await fetch(forget, { method: "POST", body });
  const registration = await navigator.serviceWorker.getRegistration(worker);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** @param {string} words */
function say(words) {
  trouble.textContent = words;
  trouble.hidden = !words;
}

if (found && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis) {
  found.hidden = false;
  const button = /** @type {HTMLButtonElement} */ (found.querySelector("button"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    say("");
    try {
      await ("on" in found.dataset ? turnOff(found.dataset) : turnOn(found.dataset));
      location.reload();
    } catch (error) {
      const isOurs = error instanceof Error && error.constructor === Error;
      say(isOurs ? error.message : "This browser could not be reached by its maker's service. Please try again later.");
      button.disabled = false;
    }
  });
} else if (found) {
  say("This browser cannot show our messages. On an iPhone, add the site to the home screen first.");
}
