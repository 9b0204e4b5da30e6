// Shows what the site tells this browser while no page of it is open, and says so where there is no connection. Served
// at the site's root.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    return;
  }
  const { title, body, address, topic, icon } = told;
  // The app's icon says that there is something new; the next page says how much.
  worker.navigator.setAppBadge?.().catch(() => {});
  event.waitUntil(worker.registration.showNotification(title, { body, tag: topic, icon, data: { address } }));
});

// A tap leads to the game, in a page that is open already if there is one.
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const place = new URL(event.notification.data.address, worker.location.origin);
  if (place.origin !== worker.location.origin) return;
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((/** @type {any[]} */ pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === place.pathname);
      return open ? open.focus() : worker.clients.openWindow(place.href);
    }),
  );
});

// Without a connection a page is answered by one that says so; it is the only thing that is kept.
const KEPT = "offline-1";
const OFFLINE = "/offline/";

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add(OFFLINE)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
});
