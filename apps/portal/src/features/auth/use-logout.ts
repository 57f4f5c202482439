import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAuth } from 'react-oidc-context'
import { keepAnswersFor } from '../../lib/kept/kept-answer.js'
import { forgetSession } from '../../lib/kept/kept-session.js'
import { setAccessToken } from '../../lib/session/access-token.js'
import { forgetViewAs } from '../../lib/session/view-as.js'

/** Ends the session here and at the identity provider, which sends the browser back to the sign-in page. */
export function useLogout(): () => void {
  const auth = useAuth()
  const queryClient = useQueryClient()
  return useCallback(() => {
    setAccessToken(undefined)
    forgetViewAs()
    keepAnswersFor(undefined)
    void forgetSession()
    queryClient.clear()
    // When the provider cannot be reached the session at least ends here.
    auth.signoutRedirect().catch(() => auth.removeUser())
  }, [auth, queryClient])
}
