import { roundCoordinate } from '@roadbook/geo'
import type { DeviceVisibility } from './periods/device-periods.js'
import type { DeviceStatusRow, FixRow } from './device-status.row.js'
import type { DevicePositionDto, DeviceStatusDto } from './device-status.dto.js'
import { clockOf } from '../device-clock/index.js'
import { externalBatteryPercent } from '../entities/index.js'
import { judgeGps } from './quality/gps-quality.js'
import { networkState } from './quality/network-state.js'
import { onlineDay } from './quality/online-hours.js'

const DAY_MS = 24 * 3_600_000
const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

/** Data of one tracker at a moment. */
export interface ReadDevice {
  device: DeviceStatusRow
  visibility: DeviceVisibility
  /** Newest first. */
  fixes: readonly FixRow[]
  onlineHours: readonly number[]
  now: Date
}

/** Returns the status. The caller adds the address of its position, if there is a position. */
export function toDeviceStatus({ device, visibility, fixes: all, onlineHours, now }: ReadDevice): DeviceStatusDto {
  const isHidden = device.is_hidden || visibility.isLeftFromCustomers
  const isShown = ({ positioned_at }: FixRow) => !isHidden && visibility.isShown(positioned_at.getTime())
  const fixes = all.filter(isShown)
  const newest = fixes[0]
  const here = fixes.find(({ validity }) => validity === 0)
  const battery = fixes.find(({ external_battery_mv }) => external_battery_mv !== null)
  const heardAt = [device.last_received_at, ...fixes.map(({ received_at }) => received_at)].flatMap(
    (time) => time?.getTime() ?? [],
  )
  const lastUpdate = heardAt.length > 0 ? new Date(Math.max(...heardAt)) : null
  const gps = judgeGps(
    fixes.map(({ positioned_at, validity, hdop }) => ({ positionedAt: positioned_at, isValid: validity === 0, hdop })),
  )
  return {
    device_id: device.id,
    imei: device.imei,
    model: device.model,
    business_name: device.business_name,
    entity_id: device.entity_id,
    entity_name: device.entity_name,
    location_hidden: isHidden,
    last_update: lastUpdate?.toISOString() ?? null,
    network: isHidden ? 'hidden' : networkState(lastUpdate, now),
    clock: isHidden ? null : clockOf(device),
    gsm_signal: fixes.find(({ gsm_signal }) => gsm_signal !== null)?.gsm_signal ?? null,
    position: here ? toPosition(here) : null,
    speed_kph: here ? tenths(here.speed_kph) : null,
    heading: here?.heading ?? null,
    gps: {
      quality: gps.quality,
      valid: gps.valid,
      total: gps.total,
      median_gap_s: tenths(gps.medianGapS),
      median_accuracy_m: tenths(gps.medianAccuracyM),
      satellites: newest?.satellites ?? null,
    },
    external_battery: battery ? toBattery(battery) : null,
    online: { from: new Date(now.getTime() - DAY_MS).toISOString(), ...onlineDay(isHidden ? [] : onlineHours) },
    fixes: fixes.map((fix) => ({
      positioned_at: fix.positioned_at.toISOString(),
      received_at: fix.received_at.toISOString(),
      valid: fix.validity === 0,
      speed_kph: tenths(fix.speed_kph),
      external_battery_mv: fix.external_battery_mv,
    })),
  }
}

function toPosition({ latitude, longitude, positioned_at }: FixRow): DevicePositionDto | null {
  if (latitude === null || longitude === null) return null
  return {
    latitude: roundCoordinate(latitude),
    longitude: roundCoordinate(longitude),
    positioned_at: positioned_at.toISOString(),
    address: null,
  }
}

const toBattery = ({ external_battery_mv, positioned_at }: FixRow) => ({
  millivolts: external_battery_mv ?? 0,
  percent: externalBatteryPercent(external_battery_mv),
  measured_at: positioned_at.toISOString(),
})
