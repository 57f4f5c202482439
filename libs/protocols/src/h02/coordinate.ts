import { isDigits } from '../common/compact-time.js'
import { nmeaDegrees } from '../common/nmea.js'
import { decimalOf } from '../common/plain-number.js'

/**
 * Converts degrees from one of the vendors' three forms: `DDMM.MMMM`, `-DD-MM.MMMM` (the dashes are only separators) and
 * `DDMMMMMM` without a point. Undefined for anything else, and for 60 minutes and more.
 */
export function degreesOf(text: string, hemisphere: string): number | undefined {
  const sign = hemisphere === 'S' || hemisphere === 'W' ? -1 : 1
  const trimmed = text.charCodeAt(0) === 0x20 ? text.trimStart() : text
  if (trimmed.charCodeAt(0) === 0x2d) {
    const dash = trimmed.indexOf('-', 1)
    if (dash > 0) return together(sign, trimmed.slice(1, dash), trimmed.slice(dash + 1))
  }
  if (trimmed.includes('.') || trimmed.length < 7 || trimmed.length > 9) return nmeaDegrees(trimmed, hemisphere)
  const minutes = trimmed.length - 6
  return together(sign, trimmed.slice(0, minutes), `${trimmed.slice(minutes, minutes + 2)}.${trimmed.slice(minutes + 2)}`)
}

function together(sign: 1 | -1, degrees: string, minutes: string): number | undefined {
  const whole = degrees === '' ? 0 : isDigits(degrees) && degrees.length <= 3 ? Number(degrees) : undefined
  const rest = decimalOf(minutes)
  if (whole === undefined || rest === undefined || !(rest >= 0 && rest < 60)) return undefined
  return sign * (whole + rest / 60)
}
