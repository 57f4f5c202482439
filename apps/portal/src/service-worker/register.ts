/** Pauses in ms between attempts to store the portal on this device. The last pause repeats. */
const PAUSES_MS = [5_000, 30_000, 300_000]

/**
 * Stores the portal on this device for use offline, after the page has loaded its own files. If a single file cannot be
 * loaded, the whole installation fails. This happens most often on a weak network, where the stored portal is needed most, so
 * a failed installation is retried.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void keepPortal()
  else window.addEventListener('load', () => void keepPortal(), { once: true })
}

async function keepPortal(failures = 0): Promise<void> {
  // If the browser refuses this (private window, no https) or returns nothing, the portal works only with a network.
  const registering = navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const kept = await registering.then(isKept).catch(() => false)
  if (!kept) setTimeout(() => void keepPortal(failures + 1), PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)])
}

/** Waits until the current installation has succeeded or failed. Returns true if the portal is then stored. */
async function isKept(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { installing } = registration
  if (installing?.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
  return installing ? installing.state !== 'redundant' : Boolean(registration.waiting ?? registration.active)
}
