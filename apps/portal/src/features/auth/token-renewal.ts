import type { UserManager } from 'oidc-client-ts'
import { getAccessToken, renewAccessTokenBy, setAccessToken } from '../../lib/session/access-token.js'

type Manager = Pick<UserManager, 'events' | 'signinSilent' | 'removeUser'>

/**
 * Renews the token before it expires. If that was not possible, for example because the laptop was closed, renews it
 * afterwards. The session ends when both the refresh token and the provider's session fail to renew the token.
 */
export function keepTokenFresh(manager: Manager): void {
  let endsAt = Infinity
  let renewal: Promise<boolean> | undefined
  // A refresh token can be used only once, so concurrent callers share the same renewal.
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

/** @returns true if there is a valid token */
async function renew(manager: Manager): Promise<boolean> {
  // Offline, the function returns immediately, and the signed-in user continues with stored data (T-17).
  if (!navigator.onLine) return false
  for (const forceIframeAuth of [false, true]) {
    try {
      const user = await manager.signinSilent({ forceIframeAuth })
      // A user who signed out meanwhile stays signed out.
      if (user && getAccessToken() !== undefined) setAccessToken(user.access_token)
      if (user) return true
    } catch {
      // The first attempt used the refresh token, the second attempt uses the provider's session. There is no third attempt.
    }
  }
  return false
}
