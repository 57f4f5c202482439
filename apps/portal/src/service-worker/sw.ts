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

/** What of a service worker's own world is used here. */
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
/** So long the network may take before what is kept has to do: a weak one is often worse than none. */
const PATIENCE_MS = 4_000

/**
 * Addresses that are never the kept portal: what the API answers, the ways through the identity provider, what is read without a
 * sign-in, and the page of an outage, which is a page of its own.
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

/** The network's answer, whatever it is; where none comes in time, the one that is kept. */
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

/** What the server itself has; an error that something before it answers with is none. */
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

// The page comes from the server whenever it can: a new release is seen at once, and the kept one is for when there is no other.
registerRoute(
  new NavigationRoute(({ request }) => networkFirst(fetch(request), () => matchPrecache(PAGE)), { denylist: NEVER_KEPT }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SETTINGS,
  () => networkFirst(freshSettings(), () => caches.match(SETTINGS, { cacheName: SETTINGS_CACHE })),
)
// The page of an outage is for when nobody answers: it comes from the server, which may have another one, and else from here.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/maintenance\.(html|css|js)$/.test(url.pathname),
  ({ request, url }) => networkFirst(answered(fetch(request)), () => matchPrecache(url.pathname)),
)
// What of the map was seen stays.
const basemap = new KeptPieces(() => caches.open(BASEMAP_CACHE))
registerRoute(isPieceOfMap, ({ request }) => basemap.read(request, fetch(request)))
// Neither "/" nor anything but the very file is taken from what is kept.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })

self.addEventListener('install', (event) => {
  event.waitUntil(freshSettings())
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** As the API sends it, encrypted for this browser alone. */
interface Pushed {
  title: string
  body: string
  tag: string
  path: string
}

// Browsers ask that every push be shown; one with the tag of another takes its place.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, body, tag, path } = event.data.json() as Pushed
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, icon: '/icons/roadbook-192.png' }))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as Pick<Pushed, 'path'>
  const { pathname, search } = new URL(path, location.origin)
  // Of our own pages alone, whatever was pushed.
  event.waitUntil(self.clients.openWindow(pathname + search))
})
