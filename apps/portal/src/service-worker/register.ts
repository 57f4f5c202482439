/** So long between two tries to keep the portal on this device; the last pause is repeated. */
const PAUSES_MS = [5_000, 30_000, 300_000]

/**
 * Keeps the portal on this device for when there is no network; not before the page has what it needs itself. One file that does not
 * arrive undoes the whole work, which is likeliest where the network is weak and the kept portal is needed most: it is tried again.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void keepPortal()
  else window.addEventListener('load', () => void keepPortal(), { once: true })
}

async function keepPortal(failures = 0): Promise<void> {
  // A browser that refuses (private window, no https), or answers with nothing, has the portal as long as it has the network.
  const registering = navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const kept = await registering.then(isKept).catch(() => false)
  if (!kept) setTimeout(() => void keepPortal(failures + 1), PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)])
}

/** Whether the portal is kept once the work under way has ended, well or not. */
async function isKept(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { installing } = registration
  if (installing?.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
  return installing ? installing.state !== 'redundant' : Boolean(registration.waiting ?? registration.active)
}
