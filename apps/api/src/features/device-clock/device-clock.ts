import { UTC_OFFSET_MINUTES } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { sql } from '../../database/sql.js'
import type { DeviceClockDto } from './device-clock.dto.js'

/** Clock data of a device. Alias: g its row of the view `device_signs`. */
export interface ClockRow {
  clock_told_on: string | null
  clock_lag_s: number | null
  clock_offset_minutes: number | null
  utc_offset_minutes: number | null
  protocol: string | null
}
export const CLOCK = sql`g.clock_told_on::text, g.clock_lag_s, g.clock_offset_minutes`

/**
 * Time zones differ by multiples of this number of minutes. If a clock's lag is within NEAR_MINUTES of such a multiple, the
 * multiple counts as the time zone, and the remaining minutes count as network delay.
 */
const QUARTER_HOUR = 15
const NEAR_MINUTES = 2.5

/**
 * Returns the error of a clock, and the suggested correction. Ignores a lag that was measured before the offset last changed.
 */
export function clockOf(row: ClockRow): DeviceClockDto | null {
  const { clock_told_on: told_on, clock_lag_s: lag_s } = row
  const isOfBefore = lag_s !== null && row.clock_offset_minutes !== row.utc_offset_minutes
  if (isOfBefore || (told_on === null && lag_s === null)) return null
  return { told_on, lag_s, suggested_utc_offset_minutes: lag_s === null ? null : suggested(lag_s, row) }
}

function suggested(lagS: number, { utc_offset_minutes, protocol }: ClockRow): number | null {
  const { standardMinutes = 0, isOfPositions = true } = findProtocol(protocol ?? '')?.localTime ?? {}
  if (!isOfPositions) return null
  const minutes = lagS / 60
  const zone = Math.round(minutes / QUARTER_HOUR) * QUARTER_HOUR
  const offset = (utc_offset_minutes ?? standardMinutes) - (Math.abs(minutes - zone) <= NEAR_MINUTES ? zone : Math.round(minutes))
  return offset >= UTC_OFFSET_MINUTES.least && offset <= UTC_OFFSET_MINUTES.most ? offset : null
}
