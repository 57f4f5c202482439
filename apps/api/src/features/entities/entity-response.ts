import { entityState, type SameDay, sameDayIn } from '@roadbook/contracts'
import { roundCoordinate } from '@roadbook/geo'
import { iso } from '../../http/iso.js'
import type { EntityDto, EntityPositionDto, EntityTrackerDto } from './dto/entity.dto.js'
import type { EntityRow } from './entity.row.js'

/** Moment and time zone that decide the state of vehicles (G-41). */
export interface Judgement {
  now: number
  isSameDay: SameDay
}

/**
 * Returns the moment and time zone for all rows of a response, so that all states are decided alike. `timeZone` is an IANA
 * name.
 */
export const judgedNow = (timeZone: string): Judgement => ({ now: Date.now(), isSameDay: sameDayIn(timeZone) })

/** Fields of an entity that need no data besides its row. */
export type EntityOfRow = Omit<EntityDto, 'recovery_contract'>

/**
 * Returns the entity of a row in the API's form.
 * @param address address of the last position
 */
export function toEntityResponse(row: EntityRow, address: string | null, { now, isSameDay }: Judgement): EntityOfRow {
  const facts = { isMoving: row.moving, receivedAt: row.judged_at?.getTime(), lifecycle: row.lifecycle }
  const { motion, connection } = entityState(facts, now, isSameDay)
  return {
    id: row.id,
    name: row.name,
    short_name: row.short_name,
    entity_name: row.name,
    frame_number: row.frame_number,
    license_plate: row.license_plate,
    vehicle_type: row.vehicle_type,
    brand: row.brand,
    model: row.model,
    color: row.color,
    engine_brand: row.engine_brand,
    engine_model: row.engine_model,
    power_unit: row.power_unit,
    odo: row.odometer_m ?? 0,
    imei: row.imei,
    device_id: row.device_id,
    device_model: row.device_model,
    has_customer: row.is_consumers,
    consumer_name: row.consumer_name,
    business_id: row.business_id,
    business_name: row.business_name,
    sub_vendor_name: row.sub_vendor_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by: row.created_by,
    last_seen: iso(row.last_received_at),
    motion,
    connection,
    lifecycle: row.lifecycle,
    tracker: toTracker(row),
    subscription: row.subscription && {
      ...row.subscription,
      starts_at: new Date(row.subscription.starts_at).toISOString(),
      ends_at: isoOf(row.subscription.ends_at),
      covered_until: isoOf(row.subscription.covered_until),
    },
    location_hidden: row.location_hidden,
    position: toPosition(row, address),
  }
}

/** Returns a time from JSON that the database made, as ISO 8601. */
const isoOf = (moment: string | null): string | null => moment && new Date(moment).toISOString()

/** Returns the state of the installed tracker. Readings of an earlier tracker are left out. */
function toTracker(row: EntityRow): EntityTrackerDto | null {
  if (row.imei === null || row.device_id === null) return null
  const { firmware_version, is_of_tracker: isHeard } = row
  return {
    firmware_version,
    gsm_signal: isHeard ? row.gsm_signal : null,
    external_battery_mv: isHeard ? row.external_battery_mv : null,
    battery_percent: isHeard ? row.battery_percent : null,
  }
}

function toPosition(row: EntityRow, address: string | null): EntityPositionDto | null {
  if (row.latitude === null || row.longitude === null) return null
  return {
    latitude: roundCoordinate(row.latitude),
    longitude: roundCoordinate(row.longitude),
    speed_kph: row.speed_kph,
    heading: row.heading,
    moving: row.moving,
    positioned_at: iso(row.positioned_at),
    received_at: iso(row.last_received_at),
    last_activity: iso(row.last_received_at),
    external_battery_mv: row.external_battery_mv,
    gsm_signal: row.gsm_signal,
    satellites: row.satellites,
    address,
  }
}
