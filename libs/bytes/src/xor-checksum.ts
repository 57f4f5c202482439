/** Returns the exclusive or of all bytes from `start` up to, but excluding, `end`. */
export function xorChecksum(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let register = 0
  for (let at = start; at < end; at++) register ^= bytes[at]!
  return register
}
