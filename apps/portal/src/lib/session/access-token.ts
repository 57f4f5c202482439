/** The access token lives in this module's memory and nowhere else (decision G-15). */
let current: string | undefined
const listeners = new Set<(token: string | undefined) => void>()

let renew = (): Promise<void> => Promise.resolve()

export const getAccessToken = (): string | undefined => current

/** The token for a call, renewed first where it has run out: a laptop that slept asks with it before any timer has rung. */
export async function validAccessToken(): Promise<string | undefined> {
  if (current !== undefined) await renew()
  return current
}

/** @param how resolves when the token holds, or cannot be renewed; at once where it holds */
export function renewAccessTokenBy(how: () => Promise<void>): void {
  renew = how
}

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
