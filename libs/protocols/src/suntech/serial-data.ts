import type { Fix } from '@roadbook/contracts'
import { hexOf } from '../common/plain-number.js'
import { note } from './values.js'

const signed8 = (value: number): number => (value << 24) >> 24

/**
 * Stores text that a device on the serial port has sent. The text of fuel probes (`t_0=0D;N_0=0412.0`, hexadecimal before the
 * point) also contains temperature (one signed byte) and level of each probe.
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
