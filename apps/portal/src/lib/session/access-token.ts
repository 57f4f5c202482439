/** The access token lives in this module's memory and nowhere else (decision G-15). */
let current: string | undefined
const listeners = new Set<(token: string | undefined) => void>()

export const getAccessToken = (): string | undefined => current

export function setAccessToken(token: string | undefined): void {
  if (token === current) return
  current = token
  for (const listener of listeners) listener(token)
}

/** Calls back after each renewal or loss of the token (the live channel signs in again with it); returns the unsubscriber. */
export function onAccessTokenChange(listener: (token: string | undefined) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
