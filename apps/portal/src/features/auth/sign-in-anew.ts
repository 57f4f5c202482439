import { inBrowser } from '../../storage/browser-storage.js'

const anew = inBrowser('sign-in-anew')

/**
 * Without a network a sign-out cannot reach the identity provider, whose own session goes on: whoever signs in next on this device
 * has to give their password again.
 */
export const askToSignInAnew = (): void => anew.write('yes')

/** What the next sign-in asks of the identity provider. */
export const signInPrompt = (): { prompt?: 'login' } => (anew.read() === undefined ? {} : { prompt: 'login' })

export const hasSignedInAnew = (): void => anew.write(undefined)
