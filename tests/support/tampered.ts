/** Changes one character in the middle of a secret, where each of its bits counts: the last one of base64 may be another and mean the same. */
export function tampered(secret: string): string {
  const at = secret.length >> 1
  return `${secret.slice(0, at)}${secret[at] === 'A' ? 'B' : 'A'}${secret.slice(at + 1)}`
}
