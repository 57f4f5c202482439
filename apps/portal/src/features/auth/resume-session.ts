import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { CALLBACK_PATH } from './auth-paths.js'
import { isSignedInHere, noteSignedOut } from './signed-in-here.js'

/** Time-out in s. After that a redirect is faster than waiting for a frame that a browser or network blocks. */
const PATIENCE_S = 4

/**
 * Resumes this browser's session at the identity provider when the portal opens. Uses a hidden frame, so that the page stays
 * and Back works as before (decision 59). The attempt has no effect if there is no such session, if the browser is offline, or
 * if the browser withholds the provider's cookie from frames. Sign-in then proceeds as on a first visit.
 */
export async function resumeSession(manager: UserManager): Promise<void> {
  if (!isSignedInHere() || !navigator.onLine || window.location.pathname === CALLBACK_PATH) return
  try {
    await manager.signinSilent({ forceIframeAuth: true, silentRequestTimeoutInSeconds: PATIENCE_S })
  } catch (error) {
    // Only this error means that the user is signed out. Others reveal nothing about the session.
    if (error instanceof ErrorResponse && error.error === 'login_required') noteSignedOut()
  }
}
