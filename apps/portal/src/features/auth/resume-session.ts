import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { CALLBACK_PATH } from './auth-paths.js'
import { isSignedInHere, noteSignedOut } from './signed-in-here.js'

/** Time-out in s for the hidden frame. If the browser or network blocks the frame, a redirect is faster than waiting longer. */
const PATIENCE_S = 4

/**
 * Resumes this browser's session at the identity provider when the portal opens. Uses a hidden frame, so that the page stays
 * and Back works as before (decision 59). The attempt fails if there is no such session, if the browser is offline, or if the
 * browser does not send the provider's cookie in frames. The user then signs in as on a first visit.
 */
export async function resumeSession(manager: UserManager): Promise<void> {
  if (!isSignedInHere() || !navigator.onLine || window.location.pathname === CALLBACK_PATH) return
  try {
    await manager.signinSilent({ forceIframeAuth: true, silentRequestTimeoutInSeconds: PATIENCE_S })
  } catch (error) {
    // Only this error means that the user is signed out. Other errors do not show whether there is a session.
    if (error instanceof ErrorResponse && error.error === 'login_required') noteSignedOut()
  }
}
