import { inBrowser } from '../../storage/browser-storage.js'

const KEY = 'signed-in-here'
const here = inBrowser(KEY)

/**
 * That somebody is signed in with this browser: a word and no secret. It says whether it is worth asking the identity provider
 * silently, and its going tells the other tabs that one of them signed out.
 */
export const noteSignedIn = (): void => here.write('yes')

export const noteSignedOut = (): void => here.write(undefined)

/** Where storage is blocked nobody is: each page then goes through the identity provider, and tabs learn of a sign-out from the API. */
export const isSignedInHere = (): boolean => here.read() !== undefined

/** Calls back when another tab signs out; returns the unsubscriber. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const take = ({ key, newValue }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === null || (key === KEY && newValue === null)) listener()
  }
  window.addEventListener('storage', take)
  return () => window.removeEventListener('storage', take)
}
