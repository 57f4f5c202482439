import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAuth } from 'react-oidc-context'
import { isServerReachable, useIsOnline } from '../../lib/connection.js'
import { keepAnswersFor } from '../../lib/kept/kept-answer.js'
import { readKeptSession } from '../../lib/kept/kept-session.js'
import { browser } from '../../lib/browser.js'
import type { SessionUser } from '../../lib/session/session.js'

const TRY_EVERY_MS = 15_000

/**
 * Returns the user who signed in last on this device, to continue while neither the API nor the identity provider can be
 * reached. The stored user is read when first needed. As soon as both can be reached, the sign-in is renewed silently if the
 * provider allows it. Otherwise `onRefused` is called.
 */
export function useKeptUser(profile: SessionUser | undefined, onRefused: () => void) {
  const auth = useAuth()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const [isCut, setIsCut] = useState(false)
  const [kept, setKept] = useState<SessionUser | null>()
  /** True while the stored session is in use, until the profile is loaded again. */
  const [isInUse, setIsInUse] = useState(false)
  const isAway = !isOnline || isCut

  const mustRead = isAway && kept === undefined
  useEffect(() => {
    if (!mustRead) return
    void readKeptSession().then((user) => {
      if (user) keepAnswersFor(user.id)
      setKept((known) => (known === undefined ? (user ?? null) : known))
    })
  }, [mustRead])

  const { isAuthenticated } = auth
  const [told, setTold] = useState<SessionUser>()
  if (isAuthenticated && profile && profile !== told) {
    setTold(profile)
    setKept(profile.viewing_as ? null : profile)
    setIsCut(false)
    setIsInUse(false)
  }
  const wasInUseOf = useRef<number>(undefined)
  useEffect(() => {
    if (isInUse) wasInUseOf.current = kept?.id
    else if (wasInUseOf.current !== undefined && profile) {
      // Another user has signed in meanwhile. The page is reloaded, so that nothing of the previous user stays on the screen.
      if (wasInUseOf.current !== profile.id) browser.reload()
      else void queries.invalidateQueries()
      wasInUseOf.current = undefined
    }
  }, [isInUse, kept, profile, queries])

  const isTrying = useRef(false)
  const tryAgain = useEffectEvent(async () => {
    if (isTrying.current) return
    isTrying.current = true
    try {
      if (!(await isServerReachable())) return
      const user = await auth.signinSilent({ forceIframeAuth: true })
      // The renewal also has no result if the connection was lost again, so this is checked first.
      if (!user && (await isServerReachable())) onRefused()
    } finally {
      isTrying.current = false
    }
  })
  const mustTry = isInUse && !isAuthenticated
  useEffect(() => {
    if (!mustTry) return
    void tryAgain()
    const timer = setInterval(() => void tryAgain(), TRY_EVERY_MS)
    return () => clearInterval(timer)
  }, [mustTry, isOnline])

  return {
    user: isInUse || isAway ? (kept ?? undefined) : undefined,
    isAway,
    isKnown: kept !== undefined,
    /** Continues as the stored user. Returns false if there is none. */
    goOn: (): boolean => {
      if (kept) setIsInUse(true)
      return Boolean(kept)
    },
    noteCut: () => setIsCut(true),
    forget: () => {
      setKept(null)
      setIsInUse(false)
    },
  }
}
