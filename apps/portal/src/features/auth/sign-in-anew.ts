const KEY = 'sign-in-anew'

/**
 * Without a network a sign-out cannot reach the identity provider, whose own session goes on: whoever signs in next on this device
 * has to give their password again.
 */
export function askToSignInAnew(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    return // blocked storage: there was nothing kept to protect either
  }
}

/** What the next sign-in asks of the identity provider. */
export function signInPrompt(): { prompt?: 'login' } {
  try {
    return localStorage.getItem(KEY) === null ? {} : { prompt: 'login' }
  } catch {
    return {} // as above
  }
}

export function hasSignedInAnew(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    return // as above
  }
}
