import type { Fix } from '@roadbook/contracts'
import { type CellTower, noteCells } from '../common/cell-towers.js'
import { isDigits } from '../common/compact-time.js'
import { note } from '../common/note.js'
import { decimalOf } from '../common/plain-number.js'
import { isCount, isPercent } from '../common/readings.js'

/**
 * Reads the fields around the status word. Their form shows which of these layouts they have:
 * `battery,n,mcc,mnc,{lac,cell}×n`, `odometer,temperature,fuel,altitude,lac,cell`, or `mcc,mnc,lac,cell[,…]`. All other
 * fields are stored as text.
 */
export function readExtras(fix: Fix, fields: readonly string[], from: number, statusAt: number | undefined): void {
  if (statusAt !== undefined && statusAt > from) note(fix, 'sim', fields.slice(from, statusAt).join(','))
  const start = (statusAt ?? from - 1) + 1
  if (start >= fields.length) return
  const extras = fields.slice(start).map((text) => text.trim())
  if (readNeighbours(fix, extras) || readEngine(fix, extras)) return
  let end = extras.length
  while (end > 0 && extras[end - 1] === '') end--
  const used = readCell(fix, extras)
  if (used < end) note(fix, 'extras', extras.slice(used, end).join(','))
}

/**
 * Reads battery and cells. The first field counts as the battery only if the fields of a network follow it. Otherwise it
 * may be an odometer, or a zero because there is no cell.
 */
function readNeighbours(fix: Fix, extras: readonly string[]): boolean {
  const battery = decimalOf(extras[0])
  const count = decimalOf(extras[1])
  if (!isPercent(battery) || !isCount(count) || extras.length !== 4 + 2 * count || !isNetwork(extras[2], extras[3])) return false
  fix.batteryPercent = battery
  const cells: CellTower[] = []
  for (let at = 4; at + 1 < extras.length; at += 2)
    cells.push({ mcc: extras[2]!, mnc: extras[3]!, lac: extras[at]!, cellId: extras[at + 1]! })
  noteCells(fix, cells)
  return true
}

function readEngine(fix: Fix, extras: readonly string[]): boolean {
  if (extras.length !== 6 || !extras[2]!.includes('.')) return false
  const [odometer, temperature, fuel, altitude] = extras.slice(0, 4).map(decimalOf)
  if (fuel === undefined || altitude === undefined) return false
  if (odometer !== undefined && odometer >= 0) fix.odometerM = odometer
  fix.altitudeM = altitude
  note(fix, 'temperatureC', temperature)
  note(fix, 'fuel', fuel)
  note(fix, 'lac', extras[4])
  note(fix, 'cellId', extras[5])
  return true
}

/**
 * Reads the serving cell and returns its number of fields. Some models send location area and cell in hexadecimal, so both
 * are stored as sent.
 */
function readCell(fix: Fix, extras: readonly string[]): 0 | 4 {
  const [mcc = '', mnc = '', lac = '', cellId = ''] = extras
  if (!isNetwork(mcc, mnc) || lac === '' || cellId === '') return 0
  noteCells(fix, [{ mcc, mnc, lac, cellId }])
  return 4
}

/** Returns true for a country code (ITU-T E.212) and a network code in decimal digits. */
const isNetwork = (mcc = '', mnc = ''): boolean =>
  mcc.length === 3 && isDigits(mcc) && Number(mcc) >= 200 && mnc.length <= 3 && isDigits(mnc)

/** Returns the number of the SIM card from the first field that contains one. */
export function iccidOf(fields: readonly string[], from: number): string | undefined {
  for (let at = from; at < fields.length; at++) {
    const iccid = readIccid(fields[at]!)
    if (iccid !== undefined) return iccid
  }
  return undefined
}

/**
 * Reads the number of a SIM card: 18 to 20 digits that begin with 89 (ITU-T E.118). Some firmware pads the number with one
 * more character.
 */
export function readIccid(text: string): string | undefined {
  if (text.length < 19 || text.length > 21 || !text.startsWith('89')) return undefined
  const digits = isDigits(text) ? text : text.slice(0, -1)
  return digits.length <= 20 && isDigits(digits) ? digits : undefined
}
