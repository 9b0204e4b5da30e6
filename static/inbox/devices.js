// The switch on the account page: tell me in this browser, or no more.

const row = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));
const trouble = document.getElementById("push-trouble");

/** The site's key as bytes, as the browser wants it. @param {string} text */
export function bytesOf(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/") + "=".repeat((4 - (text.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
}

/** Whether a browser that is told by this key is told by the site as it is now. @param {ArrayBuffer | null} theirs */
export function isSame(theirs, ours) {
  if (!theirs) return false;
  const known = new Uint8Array(theirs);
  return known.length === ours.length && known.every((byte, index) => byte === ours[index]);
}

function token() {
  return /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error("This browser may not show messages of ours. Allow it in the settings beside the address.");
  }
  const ours = bytesOf(row.dataset.push);
  const registration = await navigator.serviceWorker.register(row.dataset.worker);
  await navigator.serviceWorker.ready;
  let told = await registration.pushManager.getSubscription();
  if (told && !isSame(told.options.applicationServerKey, ours)) {
    await told.unsubscribe();
    told = null;
  }
  told ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: ours });
  const answer = await fetch(row.dataset.add, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(told),
  });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Error(said.message ?? "The site did not answer. Please try again.");
  }
}

async function turnOff() {
  const body = new URLSearchParams({ csrfmiddlewaretoken: token() });
  await fetch(row.dataset.forget, { method: "POST", body });
  const registration = await navigator.serviceWorker.getRegistration(row.dataset.worker);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function say(words) {
  trouble.textContent = words;
  trouble.hidden = !words;
}

if (row && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis) {
  row.hidden = false;
  const button = row.querySelector("button");
  button.addEventListener("click", async () => {
    button.disabled = true;
    say("");
    try {
      await ("on" in row.dataset ? turnOff() : turnOn());
      location.reload();
    } catch (error) {
      const isOurs = error instanceof Error && error.constructor === Error;
      say(isOurs ? error.message : "This browser could not be reached by its maker's service. Please try again later.");
      button.disabled = false;
    }
  });
} else if (row) {
  say("This browser cannot show messages of ours. On an iPhone, add the site to the home screen first.");
}
