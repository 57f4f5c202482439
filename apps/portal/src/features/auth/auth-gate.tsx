import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuth } from 'react-oidc-context'
import { ActionButton } from '../../components/action-button.js'
import { EmptyState } from '../../components/empty-state.js'
import { LoadingOverlay } from '../../components/loading-overlay.js'
import { LIMITS } from '../../config/limits.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { onUnauthorized } from '../../lib/api/api-client.js'
import { ApiError, isUnreachable } from '../../lib/api/api-error.js'
import { browser } from '../../lib/browser.js'
import { isServerReachable } from '../../lib/connection.js'
import { latePart } from '../../lib/parts/late-part.js'
import { setAccessToken } from '../../lib/session/access-token.js'
import { SessionProvider, type SessionUser, type SignInAction } from '../../lib/session/session.js'
import { leaveView } from '../../lib/session/use-view-as.js'
import { getViewAs } from '../../lib/session/view-as.js'
import { currentAddress, type SignInState } from './deep-link.js'
import { profileQuery } from './profile-query.js'
import { askToSignInAnew, hasSignedInAnew, signInPrompt } from './sign-in-anew.js'
import { useAccountLanguage } from './use-account-language.js'
import { useKeptUser } from './use-kept-user.js'
import { noteSignedIn, onSignedOutElsewhere } from './signed-in-here.js'
import { useLeave, useLogout } from './use-logout.js'

/** Undefined until known. `error` if the profile request failed and the browser is going to the maintenance page. */
type UserState = SessionUser | 'error' | undefined

/**
 * Shows the portal only to a signed-in user. Redirects to the identity provider, loads the profile, and ends the
 * session when the provider or the API reports that it is over. If neither can be reached, the user who signed in
 * last on this device continues with stored data (T-17).
 */
export function AuthGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['errors', 'auth'])
  const auth = useAuth()
  const config = useRuntimeConfig()
  const endSession = useLogout()
  const [isRefused, setIsRefused] = useState(false)
  /** True after another tab signed out. */
  const [isOver, setIsOver] = useState(false)
  const accessToken = isOver ? undefined : auth.user?.access_token
  const profile = useQuery(profileQuery(auth.isAuthenticated ? accessToken : undefined))
  const isUnauthorized = isRefused || (profile.error instanceof ApiError && profile.error.status === 401)
  const signIn = () =>
    void auth.signinRedirect({ state: { returnTo: currentAddress() } satisfies SignInState, ...signInPrompt() })
  const kept = useKeptUser(profile.data, signIn)
  const isFailed = profile.isError && !isUnauthorized && !(isUnreachable(profile.error) && kept.user)
  const user: UserState = profile.data ?? kept.user ?? (isFailed ? 'error' : undefined)
  const isSpoken = useAccountLanguage(typeof user === 'object' ? user.locale : undefined)

  useEffect(() => onUnauthorized(() => setIsRefused(true)), [])
  useEffect(() => setAccessToken(auth.isAuthenticated ? accessToken : undefined), [auth.isAuthenticated, accessToken])

  const hadUser = useRef(false)
  /** True from the sign-out until this page has no user any longer. */
  const isLeaving = useRef(false)
  const leave = useLeave()
  const leaveWithOthers = useEffectEvent(() => {
    if (!hadUser.current) return
    hadUser.current = false
    kept.forget()
    setIsOver(true)
    leave()
  })
  useEffect(() => onSignedOutElsewhere(() => leaveWithOthers()), [])
  const logout = () => {
    hadUser.current = false
    isLeaving.current = true
    askToSignInAnew()
    kept.forget()
    endSession()
  }
  const { isAuthenticated, error } = auth
  const isLetIn = isAuthenticated || kept.user !== undefined
  const seeWhoIsThere = useEffectEvent(() => {
    if (isAuthenticated) {
      if (isLeaving.current) return
      hadUser.current = true
      hasSignedInAnew()
      noteSignedIn()
      return
    }
    isLeaving.current = false
    if (auth.isLoading || auth.activeNavigator || isRefused || isOver) return
    if (kept.isAway) {
      if (kept.isKnown) kept.goOn()
    } else if (isLetIn) return
    else if (hadUser.current || error) {
      // The error itself does not show whether the session is over or the server cannot be reached.
      void isServerReachable().then((isReachable) => {
        if (!isReachable) kept.noteCut()
        else if (hadUser.current) logout()
      })
    } else signIn()
  })
  useEffect(
    () => seeWhoIsThere(),
    [isAuthenticated, error, auth.isLoading, auth.activeNavigator, isRefused, kept.isAway, kept.isKnown, isLetIn],
  )

  // If the server no longer lets this user view the portal as another role, the portal shows the user's own role again. Only
  // a failure to load the user's own profile leads to the maintenance page.
  const isViewRefused = getViewAs() !== undefined && profile.error instanceof ApiError && profile.error.status < 500
  const isCutOff = isUnreachable(profile.error)
  const giveUp = useEffectEvent(() => {
    if (isViewRefused) leaveView()
    else if (isCutOff && !kept.isKnown) kept.noteCut()
    else if (!isCutOff || !kept.goOn()) browser.leaveTo(config.maintenance_url)
  })
  useEffect(() => {
    if (user === 'error') giveUp()
  }, [user, isViewRefused, isCutOff, kept.isKnown])

  if (isOver) return <SignInFailed title={t('auth:signedOut.title')} reason={t('auth:signedOut.text')} onAgain={signIn} />
  if (isUnauthorized) return <TokenInvalidAlert onDone={logout} />
  if (isLetIn && user !== undefined && user !== 'error') {
    if (!isSpoken) return <LoadingOverlay />
    const changeSignIn = (action: SignInAction) =>
      void auth.signinRedirect({ state: { returnTo: currentAddress() }, extraQueryParams: { kc_action: action } })
    return <SessionProvider value={{ user, logout, changeSignIn }}>{children}</SessionProvider>
  }
  if (!isAuthenticated && !auth.activeNavigator && (error ?? (kept.isAway && kept.isKnown)))
    return <SignInFailed reason={kept.isAway ? t('network') : (error?.message ?? '')} onAgain={signIn} />
  return <LoadingOverlay />
}

/**
 * Shows why sign-in failed, with one button to sign in. The reason is that the provider refused, that it could not be
 * reached, or that another tab signed out.
 */
function SignInFailed({ title, reason, onAgain }: { title?: string; reason: string; onAgain: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <Box component="main" role="alert" sx={{ display: 'grid', placeContent: 'center', minHeight: '100%' }}>
      <EmptyState
        icon={LogIn}
        tone={title === undefined ? 'error' : undefined}
        titleComponent="h1"
        title={title ?? t('failed.title')}
        text={reason}
        actions={<ActionButton variant="contained" label={t('failed.again')} onClick={onAgain} />}
      />
    </Box>
  )
}

const TokenInvalidDialog = latePart(async () => (await import('./token-invalid-dialog.js')).TokenInvalidDialog)

/** Shows that the server rejected the token, then signs out after a delay, even if the dialog could not be loaded. */
function TokenInvalidAlert({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, LIMITS.tokenInvalidAlertMs)
    return () => clearTimeout(timer)
  }, [onDone])
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <TokenInvalidDialog />
    </Suspense>
  )
}
