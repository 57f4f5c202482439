import { inTab } from '../../storage/browser-storage.js'

const reloadedFor = inTab('reloaded-for-build')

/**
 * Returns the build that the server offers now, or undefined if the server cannot be reached. A build is identified by the URL
 * of its entry script, which is unique by content.
 */
async function offeredBuild(): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/', window.location.origin), { cache: 'no-store' })
    if (!response.ok) return undefined
    return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1]
  } catch {
    return undefined
  }
}

const runningBuild = (): string | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined

/** Returns whether the server offers another build than the one that runs. */
export async function isOtherBuildOffered(): Promise<boolean> {
  const offered = await offeredBuild()
  return offered !== undefined && offered !== runningBuild()
}

/**
 * Decides whether to reload the page automatically. It is reloaded only if the server has another build, and only once for
 * each build, so that it does not reload forever (G-91).
 */
export async function mayReloadForNewVersion(): Promise<boolean> {
  const offered = await offeredBuild()
  if (offered === undefined || offered === runningBuild()) return false
  if (reloadedFor.read() === offered) return false
  reloadedFor.write(offered)
  // If the browser has no session storage, nothing can be read back. The page is then not reloaded, because it would reload
  // forever.
  return reloadedFor.read() === offered
}
