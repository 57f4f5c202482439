/** Access token, stored only in this module's memory (decision G-15). */
let current: string | undefined
const listeners = new Set<(token: string | undefined) => void>()

let renew = (): Promise<void> => Promise.resolve()

export const getAccessToken = (): string | undefined => current

/**
 * Returns the token for a call. An expired token is renewed first. This is needed because a laptop that wakes up may make a
 * call before the timer for the renewal has run.
 */
export async function validAccessToken(): Promise<string | undefined> {
  if (current !== undefined) await renew()
  return current
}

/**
 * Sets the function that renews the token.
 * @param how resolves immediately if the token is valid, otherwise when the token was renewed or cannot be renewed
 */
export function renewAccessTokenBy(how: () => Promise<void>): void {
  renew = how
}

export function setAccessToken(token: string | undefined): void {
  if (token === current) return
  current = token
  for (const listener of listeners) listener(token)
}

/**
 * Registers a listener for each renewal or loss of the token. The live channel uses it to authenticate again. Returns the
 * unsubscribe function.
 */
export function onAccessTokenChange(listener: (token: string | undefined) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
