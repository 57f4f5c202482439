import type { UserManager } from 'oidc-client-ts'
import { getAccessToken, renewAccessTokenBy, setAccessToken } from '../../lib/session/access-token.js'

type Manager = Pick<UserManager, 'events' | 'signinSilent' | 'removeUser'>

/**
 * Renews the token before it runs out, and after, where nobody was awake before: a laptop that was closed over lunch goes on. The
 * session ends when neither the refresh token nor the provider's own session is good for another one.
 */
export function keepTokenFresh(manager: Manager): void {
  let endsAt = Infinity
  let renewal: Promise<boolean> | undefined
  // A refresh token is good for one use: whoever asks meanwhile waits for the same answer.
  const renewed = () => (renewal ??= renew(manager).finally(() => (renewal = undefined)))
  const { events } = manager
  events.addUserLoaded(({ expires_at }) => {
    endsAt = expires_at === undefined ? Infinity : expires_at * 1_000
  })
  events.addUserUnloaded(() => {
    endsAt = Infinity
  })
  events.addAccessTokenExpiring(() => void renewed())
  events.addAccessTokenExpired(async () => {
    if (!(await renewed())) await manager.removeUser()
  })
  renewAccessTokenBy(async () => {
    if (Date.now() >= endsAt) await renewed()
  })
}

/** @returns whether there is a token that holds */
async function renew(manager: Manager): Promise<boolean> {
  // Without a network nothing is asked, and nobody waits for it: whoever was signed in goes on with what is kept (T-17).
  if (!navigator.onLine) return false
  for (const forceIframeAuth of [false, true]) {
    try {
      const user = await manager.signinSilent({ forceIframeAuth })
      // Whoever signed out meanwhile stays signed out.
      if (user && getAccessToken() !== undefined) setAccessToken(user.access_token)
      if (user) return true
    } catch {
      // the provider's own session is asked next; there is nothing after that
    }
  }
  return false
}
