// Keeps all files of the page, so that it works without a network after the first visit. The list comes from vite.config.ts.
const CACHE = `ferz-${"15aab2665f532cd7"}`;
const FILES = ["./","assets/index-BDcAHcT-.css","assets/index-DU4GI_7f.js","assets/main-B4GHdlxT.js","assets/unpack-DGb_rnwr.js","assets/worker-BxfBHny7.js","assets/worker-Cil7QS18.js","ferz.bin","icon.svg","manifest.webmanifest","protocol.json"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith("ferz-") && name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
