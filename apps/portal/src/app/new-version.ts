import { inTab } from '../storage/browser-storage.js'

const reloadedFor = inTab('reloaded-for-build')

/** Returns the build that the server offers now. It is identified by the URL of the entry script, which is unique by content. */
async function offeredBuild(): Promise<string | undefined> {
  const response = await fetch(new URL('/', window.location.origin), { cache: 'no-store' })
  if (!response.ok) return undefined
  return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1]
}

const runningBuild = (): string | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined

/**
 * Decides whether to reload the page automatically. It is reloaded only if the server has another build, and only once per build,
 * so that it cannot reload forever (G-91).
 */
export async function mayReloadForNewVersion(): Promise<boolean> {
  const offered = await offeredBuild().catch(() => undefined)
  if (offered === undefined || offered === runningBuild()) return false
  if (reloadedFor.read() === offered) return false
  reloadedFor.write(offered)
  // Without session storage the tab would reload forever.
  return reloadedFor.read() === offered
}
