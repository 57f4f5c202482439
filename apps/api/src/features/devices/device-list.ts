import type { ListSource } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { EXPORT_PARAMETERS } from '../../lists/list-export.js'
import type { ListCriteria, ListFields } from '../../lists/list-fields.js'
import { wantedFirmware } from './wanted-firmware.js'

export const DEVICE_STATE = sql`CASE WHEN d.deleted_at IS NOT NULL THEN 'deleted' WHEN i.id IS NOT NULL THEN 'installed'
  WHEN d.returned_at IS NOT NULL THEN 'returned' ELSE 'free' END`
/** G-41: trackers report at least every day also at rest, so they are silent only after 26 hours. */
export const CONNECTION = sql`CASE WHEN s.last_received_at IS NULL THEN 'never'
  WHEN s.last_received_at > now() - interval '3 minutes' THEN 'live'
  WHEN s.last_received_at > now() - interval '24 hours' THEN 'today'
  WHEN s.last_received_at > now() - interval '26 hours' THEN 'sleeping' ELSE 'silent' END`
/** D.16: it does not run what the others of its model do; unknown is no drift. */
export const FIRMWARE_DRIFT = sql`coalesce(d.firmware_version <> w.firmware, FALSE)`
export const ICCID = sql`coalesce(m.iccid, d.iccid)`

/** What devices can be searched and ordered by. Aliases as in `devices.repository.ts`. */
export const DEVICE_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`d.id` },
    imei: { type: 'text', column: sql`d.imei` },
    title: { type: 'text', column: sql`d.title` },
    description: { type: 'text', column: sql`d.description` },
    model: { type: 'text', column: sql`d.model` },
    iccid: { type: 'text', column: ICCID },
    firmware_version: { type: 'text', column: sql`d.firmware_version` },
    firmware_drift: { type: 'fact', column: FIRMWARE_DRIFT },
    settings_crc: { type: 'text', column: sql`d.settings_crc` },
    protocol: { type: 'text', column: sql`d.protocol` },
    tracker_id: { type: 'text', column: sql`d.tracker_id` },
    state: { type: 'text', column: DEVICE_STATE },
    connection: { type: 'text', column: CONNECTION },
    last_seen: { type: 'time', column: sql`s.last_received_at` },
    business_id: { type: 'id', column: sql`d.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    entity_id: { type: 'id', column: sql`e.id` },
    entity_name: { type: 'text', column: sql`e.name` },
    sim_status: { type: 'text', column: sql`m.status` },
    update_state: { type: 'text', column: sql`q.state` },
    created_at: { type: 'time', column: sql`d.created_at` },
  },
  text: ['imei', 'title', 'model', 'iccid', 'entity_name', 'business_name'],
  orderBy: {
    created_at: sql`d.created_at`,
    updated_at: sql`d.updated_at`,
    id: sql`d.id`,
    imei: sql`d.imei`,
    title: sql`lower(d.title)`,
    model: sql`lower(d.model)`,
    iccid: ICCID,
    firmware_version: sql`d.firmware_version`,
    settings_crc: sql`d.settings_crc`,
    state: DEVICE_STATE,
    connection: CONNECTION,
    last_seen: sql`s.last_received_at`,
    business_name: sql`lower(b.name)`,
    entity_name: sql`lower(e.name)`,
  },
  with: [],
  extra: EXPORT_PARAMETERS,
}

const IS_ON = sql`LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL`

/** What hangs on a device, by alias; the firmware that it should run (w) is joined by who asks. */
export const DEVICE_JOINS = {
  b: sql`JOIN businesses b ON b.id = d.business_id`,
  i: IS_ON,
  e: sql`LEFT JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL`,
  s: sql`LEFT JOIN device_states s ON s.device_id = d.id`,
  m: sql`LEFT JOIN sims m ON m.device_id = d.id AND m.deleted_at IS NULL`,
  q: sql`LEFT JOIN device_updates q ON q.device_id = d.id AND q.state IN ('queued', 'sent')`,
}

/** Devices for count and order; deleted ones only for who asks for states. */
export function deviceListSource(transaction: ScopedTransaction, { conditions }: ListCriteria): ListSource {
  const asksForState = conditions.some(({ field }) => field === 'state')
  const { b, i, e, s, m, q } = DEVICE_JOINS
  return {
    key: sql`d.id`,
    from: sql`FROM devices d`,
    where: sql`${transaction.within(sql`d.business_id`)} AND (${asksForState}::boolean OR d.deleted_at IS NULL)`,
    joins: [
      { aliases: ['b'], join: b },
      { aliases: ['i', 'e'], join: i },
      { aliases: ['e'], join: e },
      { aliases: ['s'], join: s },
      { aliases: ['m'], join: m },
      { aliases: ['q'], join: q },
      { aliases: ['w'], join: sql`LEFT JOIN ${wantedFirmware()} w ON w.business_id = d.business_id AND w.model = d.model` },
    ],
  }
}
