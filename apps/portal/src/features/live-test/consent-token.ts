/** where the browser keeps the id of the consent that is in force. It opens nothing. */
const KEY = 'consent-token'

/** Keeps the token of a consent that is in force, and forgets it when that one ends. Blocked storage changes nothing. */
export function keepConsentToken(token: string, isInForce: boolean): void {
  try {
    if (isInForce) localStorage.setItem(KEY, token)
    else if (localStorage.getItem(KEY) === token) localStorage.removeItem(KEY)
  } catch {
    return // the server decides what is shown; the token only names it
  }
}
