import type { Fix } from '@roadbook/contracts'
import { hexOf } from '../common/plain-number.js'
import { note } from './values.js'

const signed8 = (value: number): number => (value << 24) >> 24

/**
 * Keeps text from a device on the serial port. From fuel probes (`t_0=0D;N_0=0412.0`, hexadecimal before the point) it also reads
 * temperature (one byte with a sign) and level of each.
 */
export function readSerialData(fix: Fix, text: string): void {
  note(fix, 'serialData', text.replace(/[\r\n]+$/, ''))
  for (const part of text.split(';')) {
    const [name, value] = part.split('=')
    if (name?.length !== 3 || name[1] !== '_' || value === undefined) continue
    const number = hexOf(value.trim().split('.')[0])
    if (name[0] === 't') note(fix, `fuelTemperature${name[2]}C`, number === undefined ? undefined : signed8(number))
    else if (name[0] === 'N') note(fix, `fuelProbe${name[2]}`, number)
  }
}
