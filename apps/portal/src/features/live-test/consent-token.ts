import { inBrowser } from '../../storage/browser-storage.js'

/** where the browser keeps the id of the consent that is in force. It opens nothing. */
const kept = inBrowser('consent-token')

/** Keeps the token of a consent that is in force, and forgets it when that one ends. The server decides what is shown; the token only names it. */
export function keepConsentToken(token: string, isInForce: boolean): void {
  if (isInForce) kept.write(token)
  else if (kept.read() === token) kept.write(undefined)
}
