import { inBrowser } from '../../storage/browser-storage.js'

const KEY = 'signed-in-here'
const here = inBrowser(KEY)

/**
 * Records that a user is signed in with this browser. The record is a flag, not a secret. It shows whether a silent request to
 * the identity provider is worthwhile, and its removal notifies other tabs of a sign-out.
 */
export const noteSignedIn = (): void => here.write('yes')

export const noteSignedOut = (): void => here.write(undefined)

/**
 * Returns true if a user is signed in with this browser. If the browser blocks storage it returns false. Each page then goes
 * through the identity provider, and a tab notices a sign-out elsewhere only by a response of the API.
 */
export const isSignedInHere = (): boolean => here.read() !== undefined

/** Calls the listener when another tab signs out. Returns the unsubscribe function. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const take = ({ key, newValue }: StorageEvent) => {
    // A null key means that all storage was cleared.
    if (key === null || (key === KEY && newValue === null)) listener()
  }
  window.addEventListener('storage', take)
  return () => window.removeEventListener('storage', take)
}
