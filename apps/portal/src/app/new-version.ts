import { inTab } from '../storage/browser-storage.js'

const reloadedFor = inTab('reloaded-for-build')

/** The build the server offers now: the address of its entry script, unique by content. */
async function offeredBuild(): Promise<string | undefined> {
  const response = await fetch(new URL('/', window.location.origin), { cache: 'no-store' })
  if (!response.ok) return undefined
  return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1]
}

const runningBuild = (): string | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined

/** Whether to reload by itself: only when the server has another build, and only once for that build, so never in a loop (G-91). */
export async function mayReloadForNewVersion(): Promise<boolean> {
  const offered = await offeredBuild().catch(() => undefined)
  if (offered === undefined || offered === runningBuild()) return false
  if (reloadedFor.read() === offered) return false
  reloadedFor.write(offered)
  // A tab that remembers nothing would reload for ever.
  return reloadedFor.read() === offered
}
