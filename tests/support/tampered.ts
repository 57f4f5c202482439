/**
 * Changes one character in the middle of a secret, because every bit counts there. A different last character of base64 may
 * decode to the same bytes.
 */
export function tampered(secret: string): string {
  const at = secret.length >> 1
  return `${secret.slice(0, at)}${secret[at] === 'A' ? 'B' : 'A'}${secret.slice(at + 1)}`
}
