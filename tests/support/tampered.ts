/**
 * Changes one character in the middle of a secret. The last character of base64 is not changed, because it may contain
 * unused bits: another last character may decode to the same bytes.
 */
export function tampered(secret: string): string {
  const at = secret.length >> 1
  return `${secret.slice(0, at)}${secret[at] === 'A' ? 'B' : 'A'}${secret.slice(at + 1)}`
}
