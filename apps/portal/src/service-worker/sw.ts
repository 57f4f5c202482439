import { matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isPieceOfMap, KeptPieces } from './kept-pieces.js'

interface Waited {
  waitUntil: (work: Promise<unknown>) => void
}
interface Happens {
  install: Waited
  activate: Waited
  push: Waited & { data: { json: () => unknown } | null }
  notificationclick: Waited & { notification: { close: () => void; data: unknown } }
}

/** Parts of the service worker's global scope that are used here. */
declare const self: {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void>; openWindow: (path: string) => Promise<unknown> }
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  addEventListener: <Type extends keyof Happens>(type: Type, listener: (event: Happens[Type]) => void) => void
}

const PAGE = '/index.html'
const SETTINGS = '/config.json'
const SETTINGS_CACHE = 'roadbook-settings'
const BASEMAP_CACHE = 'roadbook-basemap'
/**
 * Milliseconds to wait for the network before the stored copy is used. The wait is limited, because a response on a weak
 * network may take very long.
 */
const PATIENCE_MS = 4_000

/**
 * Paths for which the stored portal is never served: the API, the routes of the identity provider, pages without sign-in, and
 * the outage page, which is stored separately.
 */
const NEVER_KEPT = [
  /^\/api\//,
  /^\/auth\//,
  /^\/consent/,
  /^\/shared-(case|vehicle)/,
  /^\/health/,
  /^\/metrics/,
  /^\/maintenance/,
  /\/[^/?]+\.[^/?]+(\?|$)/,
]

/** Returns the network's response, whatever its status. If no response comes in time, returns the stored one. */
async function networkFirst(fetching: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Response | undefined>((resolve) => {
    timer = setTimeout(() => void kept().then(resolve), PATIENCE_MS)
  })
  try {
    return (await Promise.race([fetching, late])) ?? (await fetching)
  } catch (error) {
    const answer = await kept()
    if (!answer) throw error
    return answer
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the server's own response. Throws an error for an error status, because such a response may come from a proxy in
 * front of the server.
 */
async function answered(fetching: Promise<Response>): Promise<Response> {
  const answer = await fetching
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
  return answer
}

async function freshSettings(): Promise<Response> {
  const answer = await fetch(SETTINGS, { cache: 'no-store' })
  if (answer.ok) await (await caches.open(SETTINGS_CACHE)).put(SETTINGS, answer.clone())
  return answer
}

// Uses the server's page whenever possible, so that a new release appears immediately. The stored page is used only if the
// server's page cannot be loaded.
registerRoute(
  new NavigationRoute(({ request }) => networkFirst(fetch(request), () => matchPrecache(PAGE)), { denylist: NEVER_KEPT }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SETTINGS,
  () => networkFirst(freshSettings(), () => caches.match(SETTINGS, { cacheName: SETTINGS_CACHE })),
)
// The outage page is shown when the server does not answer. The server's version of this page is preferred, because it may be
// newer than the stored one.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/maintenance\.(html|css|js)$/.test(url.pathname),
  ({ request, url }) => networkFirst(answered(fetch(request)), () => matchPrecache(url.pathname)),
)
// Stores the parts of the map that were shown, for use offline.
const basemap = new KeptPieces(() => caches.open(BASEMAP_CACHE))
registerRoute(isPieceOfMap, ({ request }) => basemap.read(request, fetch(request)))
// Serves stored files only by their exact path. Does not use `index.html` for a folder, or `.html` for a path without an
// extension.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })

self.addEventListener('install', (event) => {
  event.waitUntil(freshSettings())
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Push message as the API sends it, encrypted for this browser. */
interface Pushed {
  title: string
  body: string
  tag: string
  path: string
}

// Shows every push, because browsers require this. A push replaces an earlier push with the same tag.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, body, tag, path } = event.data.json() as Pushed
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, icon: '/icons/roadbook-192.png' }))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as Pick<Pushed, 'path'>
  const { pathname, search } = new URL(path, location.origin)
  // Opens only pages of the portal, even if the push contains another address.
  event.waitUntil(self.clients.openWindow(pathname + search))
})
