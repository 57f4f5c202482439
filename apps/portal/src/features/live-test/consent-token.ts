import { inBrowser } from '../../storage/browser-storage.js'

/** Stores the ID of the consent in force in the browser. It grants no access. */
const kept = inBrowser('consent-token')

/**
 * Stores the token of a consent in force, and deletes it when that consent ends. The server decides what is shown, the token only
 * identifies it.
 */
export function keepConsentToken(token: string, isInForce: boolean): void {
  if (isInForce) kept.write(token)
  else if (kept.read() === token) kept.write(undefined)
}
