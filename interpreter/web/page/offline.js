// Has the service worker keep the whole site, so that it works without a network.

navigator.serviceWorker?.register("sw.js").catch(() => {}); // without one, the site still works with a network
