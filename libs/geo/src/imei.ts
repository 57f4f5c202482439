/**
 * Returns true if the text is a 15-digit IMEI. The check digit is not verified, because refurbished units and simulators
 * have wrong check digits.
 */
export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text)
}

/** Returns true if the last digit is the correct Luhn check digit. Used for IMEIs that people type. */
export function hasLuhnDigit(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const weighted = at % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

/** Returns the Luhn check digit for `digits`. */
export function luhnDigit(digits: string): string {
  for (let digit = 0; digit < 10; digit++) if (hasLuhnDigit(`${digits}${digit}`)) return String(digit)
  throw new Error(`not digits: ${JSON.stringify(digits)}`)
}
