import { inBrowser } from '../../storage/browser-storage.js'

/** Browser storage for the ID of the consent in force. The ID grants no access. */
const kept = inBrowser('consent-token')

/**
 * Stores the token of a consent in force, and deletes it when that consent ends. The token only identifies the consent. The
 * server decides what is shown.
 */
export function keepConsentToken(token: string, isInForce: boolean): void {
  if (isInForce) kept.write(token)
  else if (kept.read() === token) kept.write(undefined)
}
