import type { Fix } from '@roadbook/contracts'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isSet } from './can-fields.js'
import { note } from './report.js'

const FIELDS_OF_NETWORK = 5
const LARGEST_SCAN = 20

/**
 * Reads wireless networks: their number, then for each network its address, its signal strength (dBm) and three reserved
 * fields. The charge is the last field.
 */
export function readNetworks(fix: Fix, fields: readonly string[], start: number, stop: number): void {
  const count = Math.min(decimalOf(fields[start]) ?? 0, LARGEST_SCAN)
  for (let nth = 1, at = start + 1; nth <= count && at + 1 < stop; nth++, at += FIELDS_OF_NETWORK)
    note(fix, `wifi${nth}`, `${fields[at]}|${fields[at + 1]}`)
  const charge = decimalOf(fields[stop - 1])
  if (stop - 1 > start + count * FIELDS_OF_NETWORK && charge !== undefined && charge >= 0 && charge <= 100)
    fix.batteryPercent = charge
}

const ACCESSORY_ITEMS = [
  'accessoryName',
  'accessoryMac',
  'accessoryStatus',
  'accessoryBatteryMv',
  'accessoryTemperatureC',
  'accessoryHumidityPercent',
] as const

/**
 * Reads an accessory: index, type, model, alarm and a mask, then one field for each set bit of the mask (bit 0: the name
 * …).
 */
export function readAccessory(fix: Fix, fields: readonly string[], start: number, stop: number): void {
  note(fix, 'accessoryIndex', fields[start])
  note(fix, 'accessoryType', decimalOf(fields[start + 1]))
  note(fix, 'accessoryAlarm', fields[start + 3])
  const mask = hexOf(fields[start + 4]) ?? 0
  let at = start + 5
  for (let bit = 0; bit < ACCESSORY_ITEMS.length && at < stop; bit++) {
    if (!isSet(mask, bit)) continue
    const text = fields[at++]!
    note(fix, ACCESSORY_ITEMS[bit]!, bit >= 3 ? (decimalOf(text) ?? text) : text)
  }
}
