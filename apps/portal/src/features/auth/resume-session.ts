import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { CALLBACK_PATH } from './auth-paths.js'
import { isSignedInHere, noteSignedOut } from './signed-in-here.js'

/** Longer, and going there is quicker than waiting for a frame that a browser or a network holds back. */
const PATIENCE_S = 4

/**
 * Goes on with the session that the identity provider still has with this browser, before anything asks who is there: in a hidden
 * frame, so that the page does not leave and Back stays what it was (decision 59). Nobody is signed in afterwards where there is no
 * such session, where a browser keeps the provider's cookie from a frame, and without a network; then it goes as at a first visit.
 */
export async function resumeSession(manager: UserManager): Promise<void> {
  if (!isSignedInHere() || !navigator.onLine || window.location.pathname === CALLBACK_PATH) return
  try {
    await manager.signinSilent({ forceIframeAuth: true, silentRequestTimeoutInSeconds: PATIENCE_S })
  } catch (error) {
    // The provider's own word: whoever it was is signed out. Anything else tells nothing about the session.
    if (error instanceof ErrorResponse && error.error === 'login_required') noteSignedOut()
  }
}
