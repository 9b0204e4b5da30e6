// Shows what the site tells this browser while no page of it is open. Served at the site's root.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    return;
  }
  const { title, body, address, topic, icon } = told;
  event.waitUntil(worker.registration.showNotification(title, { body, tag: topic, icon, data: { address } }));
});

// A tap leads to the game, in a page that is open already if there is one.
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const place = new URL(event.notification.data.address, worker.location.origin);
  if (place.origin !== worker.location.origin) return;
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === place.pathname);
      return open ? open.focus() : worker.clients.openWindow(place.href);
    }),
  );
});
