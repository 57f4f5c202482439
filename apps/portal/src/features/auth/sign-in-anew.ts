import { inBrowser } from '../../storage/browser-storage.js'

const anew = inBrowser('sign-in-anew')

/**
 * Makes the next sign-in on this device ask for the password. Needed after an offline sign-out, which cannot reach the identity
 * provider and leaves the provider's session running.
 */
export const askToSignInAnew = (): void => anew.write('yes')

/** Returns the parameters of the next sign-in request. */
export const signInPrompt = (): { prompt?: 'login' } => (anew.read() === undefined ? {} : { prompt: 'login' })

export const hasSignedInAnew = (): void => anew.write(undefined)
