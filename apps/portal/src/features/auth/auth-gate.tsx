import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useAuth } from 'react-oidc-context'
import { LoadingOverlay } from '../../components/loading-overlay.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { onUnauthorized } from '../../lib/api/api-client.js'
import { ApiError } from '../../lib/api/api-error.js'
import { browser } from '../../lib/browser.js'
import { setAccessToken } from '../../lib/session/access-token.js'
import { SessionProvider, type SessionUser, type SignInAction } from '../../lib/session/session.js'
import { leaveView } from '../../lib/session/use-view-as.js'
import { getViewAs } from '../../lib/session/view-as.js'
import { currentAddress, type SignInState } from './deep-link.js'
import { profileQuery } from './profile-query.js'
import { SignInFailed } from './sign-in-failed.js'
import { TokenInvalidAlert } from './token-invalid-alert.js'
import { useLogout } from './use-logout.js'

/** Absent until known; `error` when the profile call failed and the browser is on its way to the maintenance page. */
type UserState = SessionUser | 'error' | undefined

/**
 * Lets the portal in only with a signed-in user: redirects to the identity provider, loads the profile, and ends the
 * session when the provider's or the API's word is that it is over.
 */
export function AuthGate({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const config = useRuntimeConfig()
  const logout = useLogout()
  const [isRefused, setIsRefused] = useState(false)
  const accessToken = auth.user?.access_token
  const profile = useQuery(profileQuery(auth.isAuthenticated ? accessToken : undefined))
  const isUnauthorized = isRefused || (profile.error instanceof ApiError && profile.error.status === 401)
  const user: UserState = profile.data ?? (profile.isError && !isUnauthorized ? 'error' : undefined)

  useEffect(() => onUnauthorized(() => setIsRefused(true)), [])
  useEffect(() => setAccessToken(auth.isAuthenticated ? accessToken : undefined), [auth.isAuthenticated, accessToken])

  const hadUser = useRef(false)
  const { isAuthenticated, error } = auth
  useEffect(() => {
    if (auth.isAuthenticated) {
      hadUser.current = true
      return
    }
    if (auth.isLoading || auth.activeNavigator || isRefused) return
    if (hadUser.current) {
      hadUser.current = false
      logout()
    } else if (!auth.error) {
      const state: SignInState = { returnTo: currentAddress() }
      void auth.signinRedirect({ state })
    }
  }, [auth, isRefused, logout])

  // A view that the server no longer allows is left; only one's own profile leads to the maintenance page.
  const isViewRefused = getViewAs() !== undefined && profile.error instanceof ApiError && profile.error.status < 500
  useEffect(() => {
    if (user !== 'error') return
    if (isViewRefused) leaveView()
    else browser.leaveTo(config.maintenance_url)
  }, [user, isViewRefused, config.maintenance_url])

  if (isUnauthorized) return <TokenInvalidAlert onDone={logout} />
  if (error && !isAuthenticated && !auth.activeNavigator)
    return (
      <SignInFailed reason={error.message} onAgain={() => void auth.signinRedirect({ state: { returnTo: currentAddress() } })} />
    )
  if (!isAuthenticated || user === undefined || user === 'error') return <LoadingOverlay />
  const changeSignIn = (action: SignInAction) =>
    void auth.signinRedirect({ state: { returnTo: currentAddress() }, extraQueryParams: { kc_action: action } })
  return <SessionProvider value={{ user, logout, changeSignIn }}>{children}</SessionProvider>
}
