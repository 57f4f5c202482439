/** Pauses between attempts to keep the portal on this device; the last one repeats. */
const PAUSES_MS = [5_000, 30_000, 300_000]

/**
 * Keeps the portal on this device for use offline, after the page has loaded its own files. A single missing file fails the whole
 * installation. This is likeliest on a weak network, where the kept portal is needed most, so it is retried.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void keepPortal()
  else window.addEventListener('load', () => void keepPortal(), { once: true })
}

async function keepPortal(failures = 0): Promise<void> {
  // If the browser refuses (private window, no https) or returns nothing, the portal works only with a network.
  const registering = navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const kept = await registering.then(isKept).catch(() => false)
  if (!kept) setTimeout(() => void keepPortal(failures + 1), PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)])
}

/** Returns whether the portal is kept, once the current installation has succeeded or failed. */
async function isKept(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { installing } = registration
  if (installing?.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
  return installing ? installing.state !== 'redundant' : Boolean(registration.waiting ?? registration.active)
}
