import type { Fix } from '@roadbook/contracts'
import { type CellTower, noteCells } from '../common/cell-towers.js'
import { isDigits, utcOfDayFirst } from '../common/compact-time.js'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isPercent, isSatellites } from '../common/readings.js'
import { barsOfCsq } from '../common/signal.js'
import { findPosition, isStatus, readPosition } from './read-text.js'
import { readStatus } from './status.js'

/**
 * Creates a fix for telemetry with its own date and without a position. The time is in field 3. The date and the status
 * word are at the end.
 */
function telemetryOf(fields: readonly string[], dateAt: number, now: number, utcOffsetMinutes: number): Fix {
  const local = utcOfDayFirst(fields[dateAt] ?? '', fields[3] ?? '')
  const deviceTime = local === undefined ? undefined : local - utcOffsetMinutes * 60_000
  const fix = judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
  const status = fields[dateAt + 1]
  const word = status !== undefined && isStatus(status) ? hexOf(status) : undefined
  if (word !== undefined) readStatus(fix, word)
  return fix
}

/** Reads `NBR,HHMMSS,mcc,mnc,TA,count,{lac,cell,rssi},DDMMYY,status` */
export function readNeighbours(fields: readonly string[], now: number, utcOffsetMinutes: number): Fix | undefined {
  const count = decimalOf(fields[7])
  if (count === undefined || !Number.isInteger(count) || count < 0 || 8 + 3 * count >= fields.length) return undefined
  const dateAt = 8 + 3 * count
  const fix = telemetryOf(fields, dateAt, now, utcOffsetMinutes)
  noteCells(fix, cellsAt(fields, 8, dateAt, 3, fields[4]!, fields[5]!))
  return fix
}

/** Reads `V3,HHMMSS,mccmnc,count,{lac,cell,?,rssi},battery,reboots,X,DDMMYY,status`. The battery is a raw reading. */
export function readTowers(fields: readonly string[], now: number, utcOffsetMinutes: number): Fix | undefined {
  const count = decimalOf(fields[5])
  if (count === undefined || !Number.isInteger(count) || count < 0 || 9 + 4 * count >= fields.length) return undefined
  const end = 6 + 4 * count
  const fix = telemetryOf(fields, end + 3, now, utcOffsetMinutes)
  const network = fields[4]!
  const cells: CellTower[] = []
  for (let at = 6; at < end; at += 4)
    cells.push({
      mcc: network.slice(0, 3),
      mnc: network.slice(3),
      lac: fields[at]!,
      cellId: fields[at + 1]!,
      signal: fields[at + 3]!,
    })
  noteCells(fix, cells)
  note(fix, 'batteryRaw', hexOf(fields[end]))
  return fix
}

/** Reads `LINK,HHMMSS,rssi,satellites,battery %,steps,turnovers,DDMMYY,status` */
export function readLink(fields: readonly string[], now: number, utcOffsetMinutes: number): Fix {
  const fix = telemetryOf(fields, 9, now, utcOffsetMinutes)
  const [csq, satellites, battery, steps, turnovers] = fields.slice(4, 9).map(decimalOf)
  const bars = barsOfCsq(csq)
  if (bars !== undefined) fix.gsmSignal = bars
  note(fix, 'csq', csq)
  if (isSatellites(satellites)) fix.satellites = satellites
  if (isPercent(battery)) fix.batteryPercent = battery
  note(fix, 'steps', steps)
  note(fix, 'turnovers', turnovers)
  return fix
}

/** Reads `VP1,V,mcc,mnc,lac,cell,rssiYlac,cell,rssi…`: cells separated by the letter Y. */
export function readShortTowers(fields: readonly string[], now: number): Fix | undefined {
  const [mcc, mnc] = [fields[4], fields[5]]
  if (mcc === undefined || mnc === undefined || !isDigits(mcc)) return undefined
  const fix = telemetryAt(now)
  const towers = fields.slice(6).join(',').split('Y')
  const cells = towers.map((tower) => {
    const [lac = '', cellId = '', signal] = tower.split(',')
    return { mcc, mnc, lac, cellId, signal }
  })
  noteCells(fix, cells)
  return fix
}

/** Reads `HTBT[,battery %]` */
export function readHeartbeat(fields: readonly string[], now: number): Fix | undefined {
  const battery = decimalOf(fields[3])
  return isPercent(battery) ? { ...telemetryAt(now), batteryPercent: battery } : undefined
}

/**
 * Reads a blind-area batch: positions in the order of `V1`, separated by semicolons. Undefined if one of them cannot be read.
 */
export function readBatch(text: string, now: number, utcOffsetMinutes: number): Fix[] | undefined {
  const fixes: Fix[] = []
  for (const point of text.split(';')) {
    if (point === '') continue
    const fields = point.split(',')
    const place = findPosition(fields, 0)
    const fix = place && readPosition(fields, place, now, utcOffsetMinutes)
    if (!fix) return undefined
    fixes.push(fix)
  }
  return fixes
}

function cellsAt(fields: readonly string[], from: number, to: number, step: number, mcc: string, mnc: string): CellTower[] {
  const cells: CellTower[] = []
  for (let at = from; at < to; at += step)
    cells.push({ mcc, mnc, lac: fields[at]!, cellId: fields[at + 1]!, signal: fields[at + 2]! })
  return cells
}
