import { decimalOf } from '../common/plain-number.js'

const LONGEST = 24

/** Reads a number as the platforms of apps print it, with or without an exponent (`1.0E-4`). Undefined for anything else. */
export function numberOf(text: string): number | undefined {
  const decimal = decimalOf(text)
  if (decimal !== undefined || text.length > LONGEST) return decimal
  const letter = text.toUpperCase().indexOf('E')
  if (letter < 1) return undefined
  const mantissa = decimalOf(text.slice(0, letter))
  const exponent = decimalOf(text.slice(letter + 1))
  if (mantissa === undefined || exponent === undefined || !Number.isInteger(exponent)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
