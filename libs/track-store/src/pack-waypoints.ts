import { COPY_HEADER } from './columns.js'
import { BinaryWriter } from './binary-writer.js'
import type { AttributeValue, Fix } from '@roadbook/contracts'
import type { WaypointRow } from './track-store.js'
import { attributesOf, beside, LIMIT, storedReception, storedTime, WAYPOINT_COLUMNS } from './waypoint-columns.js'

/** Number of bytes reserved per row. A row without attributes that has a value in every other column takes 171. */
const BYTES_A_ROW = 192

/**
 * Packs waypoints as the whole input of `COPY … FROM STDIN (FORMAT binary)`, with the columns of WAYPOINT_COLUMNS. The
 * result is the same as that of `packCopy`. The code for each column is written out, because this function runs for every
 * received fix.
 */
export function packWaypoints(rows: readonly WaypointRow[]): Buffer {
  const writer = new WaypointPacker(COPY_HEADER.length + 2 + rows.length * BYTES_A_ROW)
  writer.rawBytes(COPY_HEADER)
  for (const row of rows) writer.waypoint(row)
  writer.rawInt16(-1)
  return writer.finish()
}

class WaypointPacker extends BinaryWriter {
  /** Values of the current row that are too large for their columns. */
  private own: Record<string, AttributeValue> | undefined

  waypoint(row: WaypointRow): void {
    const { deviceId, fix } = row
    this.own = undefined
    this.reserve(BYTES_A_ROW)
    this.rawInt16(WAYPOINT_COLUMNS.length)
    this.timestamptz(storedTime(row))
    this.timestamptz(storedReception(row))
    this.int4(deviceId)
    this.measured4(fix.latitude, 1e7, 'latitude')
    this.measured4(fix.longitude, 1e7, 'longitude')
    this.measured4(fix.odometerM, 1, 'odometerM')
    this.measured4(fix.externalBatteryMv, 1, 'externalBatteryMv')
    this.measured2(fix.altitudeM, 1, 'altitudeM')
    this.measured2(fix.speedKph, 10, 'speedKph')
    this.measured2(fix.heading, 1, 'heading')
    this.measured2(fix.satellites, 1, 'satellites')
    this.measured2(fix.hdop, 100, 'hdop')
    this.measured2(fix.batteryMv, 1, 'batteryMv')
    this.measured2(fix.batteryPercent, 1, 'batteryPercent')
    this.measured2(fix.gsmSignal, 1, 'gsmSignal')
    this.int2(fix.validity)
    this.flag(fix.ignition)
    this.flag(fix.movement)
    const attributes = attributesOf(fix, this.own)
    if (attributes === undefined) this.null()
    else this.jsonb(attributes)
  }

  private measured4(value: number | undefined, scale: number, field: keyof Fix): void {
    if (value === undefined) return this.null()
    const units = Math.round(value * scale)
    if (units <= LIMIT.int4 && units >= -LIMIT.int4) this.int4(units)
    else this.tooLarge(value, field)
  }

  private measured2(value: number | undefined, scale: number, field: keyof Fix): void {
    if (value === undefined) return this.null()
    const units = Math.round(value * scale)
    if (units <= LIMIT.int2 && units >= -LIMIT.int2) this.int2(units)
    else this.tooLarge(value, field)
  }

  private flag(value: boolean | undefined): void {
    if (value === undefined) this.null()
    else this.bool(value)
  }

  private tooLarge(value: number, field: keyof Fix): void {
    this.null()
    if (Number.isFinite(value)) this.own = { ...this.own, [beside(field)]: value }
  }
}
