/**
 * Reads a decimal number without exponent (`-12`, `+4.50`, `.5`). Undefined if the field is empty, missing or anything
 * else.
 */
export function decimalOf(text: string | undefined): number | undefined {
  if (text === undefined || text.length === 0 || text.length > 20) return undefined
  let digits = 0
  let points = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (code === 0x2e) points++
    else if (at > 0 || (code !== 0x2d && code !== 0x2b)) return undefined
  }
  return digits > 0 && points <= 1 ? Number(text) : undefined
}

/** Reads a hexadecimal number of at most 8 digits (32 bits). Undefined for anything else. */
export function hexOf(text: string | undefined): number | undefined {
  if (text === undefined || text.length === 0 || text.length > 8) return undefined
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const digit = hexDigit(text.charCodeAt(at))
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x41 && code <= 0x46) return code - 0x37
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1
}
