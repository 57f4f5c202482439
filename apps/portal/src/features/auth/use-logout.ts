import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAuth } from 'react-oidc-context'
import { keepAnswersFor } from '../../lib/kept/kept-answer.js'
import { forgetSession } from '../../lib/kept/kept-session.js'
import { setAccessToken } from '../../lib/session/access-token.js'
import { forgetViewAs } from '../../lib/session/view-as.js'
import { noteSignedOut } from './signed-in-here.js'

/** Ends the session here and at the identity provider, which returns the browser to the sign-in page. */
export function useLogout(): () => void {
  const auth = useAuth()
  const forget = useForget()
  return useCallback(() => {
    forget()
    noteSignedOut()
    // If the provider cannot be reached, the session ends only in this portal.
    auth.signoutRedirect().catch(() => auth.removeUser())
  }, [auth, forget])
}

/** Ends the session in this tab only. Used when another tab has already ended it at the identity provider. */
export function useLeave(): () => void {
  const auth = useAuth()
  const forget = useForget()
  return useCallback(() => {
    forget()
    void auth.removeUser()
  }, [auth, forget])
}

/** Deletes the signed-in user's data from this tab and device. */
function useForget(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    setAccessToken(undefined)
    forgetViewAs()
    keepAnswersFor(undefined)
    void forgetSession()
    queryClient.clear()
  }, [queryClient])
}
