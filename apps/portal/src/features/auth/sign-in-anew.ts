import { inBrowser } from '../../storage/browser-storage.js'

const anew = inBrowser('sign-in-anew')

/**
 * Makes the next sign-in on this device ask for the password. Called at every sign-out, because a sign-out that cannot reach the
 * identity provider leaves the provider's session running, and the portal possibly does not notice. Without the password,
 * this session would sign in the next visitor.
 */
export const askToSignInAnew = (): void => anew.write('yes')

/** Returns the parameters of the next sign-in request. */
export const signInPrompt = (): { prompt?: 'login' } => (anew.read() === undefined ? {} : { prompt: 'login' })

export const hasSignedInAnew = (): void => anew.write(undefined)
