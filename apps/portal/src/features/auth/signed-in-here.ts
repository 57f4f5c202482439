const KEY = 'signed-in-here'

/**
 * That somebody is signed in with this browser: a word and no secret. It says whether it is worth asking the identity provider
 * silently, and its going tells the other tabs that one of them signed out.
 */
export function noteSignedIn(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    return // blocked storage: each page then goes through the identity provider, and tabs learn of a sign-out from the API
  }
}

export function noteSignedOut(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    return // as above
  }
}

export function isSignedInHere(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false // as above
  }
}

/** Calls back when another tab signs out; returns the unsubscriber. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const take = ({ key, newValue }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === null || (key === KEY && newValue === null)) listener()
  }
  window.addEventListener('storage', take)
  return () => window.removeEventListener('storage', take)
}
