// Keeps the site for use without a network: all files of one version, each with the hash that it must have.

const VERSION = "none"; // `hexgame site` writes this line
const FILES = {}; // `hexgame site` writes this line: each file's name and hash
const HERE = new URL("./", self.location.href).href;
const STORES = `hexgame ${HERE} `;
const STORE = STORES + VERSION;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("message", () => self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && name(url) in FILES) event.respondWith(kept(event.request));
});

async function fill() {
  const store = await caches.open(STORE);
  await Promise.all(Object.entries(FILES).map(([file, integrity]) => fetched(store, file, integrity)));
}

async function fetched(store, file, integrity) {
  const address = HERE + file.replace(/(^|\/)index\.html$/, "$1");
  const answer = await fetch(address, { integrity, cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  // an answer that was redirected cannot be shown as a page: keep what it brought
  await store.put(HERE + file, answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer);
}

async function clear() {
  const old = (await caches.keys()).filter((each) => each.startsWith(STORES) && each !== STORE);
  await Promise.all(old.map((each) => caches.delete(each)));
  await self.clients.claim();
}

/** Return a file of this version. A newer version takes over when a page is loaded and no other is open. */
async function kept(request) {
  const { waiting } = self.registration;
  if (request.mode === "navigate" && waiting && (await isAlone(request))) {
    waiting.postMessage("take over");
    return new Response("", { headers: { Refresh: "0" } });
  }
  const store = await caches.open(STORE);
  return (await store.match(HERE + name(request.url))) ?? fetch(request);
}

/** Is no other page open than the one that is being loaded? One that is loaded again is still open itself. */
async function isAlone({ cache }) {
  const isAgain = cache === "no-cache" || cache === "reload";
  return (await self.clients.matchAll({ type: "window" })).length <= (isAgain ? 1 : 0);
}

/** The name of a file of the site; of an address elsewhere, what is no file's name. */
function name(address) {
  const { origin, pathname } = new URL(address);
  const path = origin + pathname;
  if (!path.startsWith(HERE)) return "";
  const file = path.slice(HERE.length);
  return file === "" || file.endsWith("/") ? `${file}index.html` : file;
}
