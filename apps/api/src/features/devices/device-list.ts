import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { holds, lowerContains } from '../../database/peoples-words.js'
import { type Sql, sql } from '../../database/sql.js'
import { cell, code, fact, id, ordered, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { CLOCK } from '../device-clock/index.js'
import type { DeviceRow } from './device.row.js'
import { toDeviceResponse } from './device-response.js'
import { DeviceDto } from './dto/device.dto.js'
import texts from './texts.json' with { type: 'json' }
import { wantedFirmware } from './wanted-firmware-sql.js'

const DEVICE_STATE = sql`CASE WHEN d.deleted_at IS NOT NULL THEN 'deleted' WHEN i.id IS NOT NULL THEN 'installed'
  WHEN d.returned_at IS NOT NULL THEN 'returned' ELSE 'free' END`
/**
 * Time when data of the tracker last arrived. A tracker reports at least once a day, even at rest. It therefore counts as
 * silent only after 26 hours without data (G-41).
 */
const HEARD = sql`coalesce(s.judged_at, g.heard_at)`
const CONNECTION = sql`CASE WHEN ${HEARD} IS NULL THEN 'never'
  WHEN ${HEARD} > now() - interval '3 minutes' THEN 'live'
  WHEN ${HEARD} > now() - interval '24 hours' THEN 'today'
  WHEN ${HEARD} > now() - interval '26 hours' THEN 'sleeping' ELSE 'silent' END`
const LAST_SEEN = sql`coalesce(s.last_received_at, g.heard_at)`
/**
 * Condition that a device has another firmware than its model should have (D.16). A device with unknown firmware counts as
 * correct.
 */
export const FIRMWARE_DRIFT = sql`coalesce(d.firmware_version <> w.firmware, FALSE)`
const ICCID = sql`coalesce(m.iccid, d.iccid)`
/** Part of an IMEI in groups of digits, as printed on the tracker and shown in the portal. */
const IN_GROUPS = /^\d+( \d+)+$/

/** Number of senders that claimed to be the tracker and still wait for review (G-105). */
const DOUBTED_SENDERS = sql`(SELECT count(*)::int FROM doubted_senders c
  WHERE c.device_id = d.id AND c.business_id = d.business_id AND c.decision IS NULL)`

/** Joins of rows related to a device, by alias. The queries that need the wanted firmware (alias w) join it themselves. */
const JOINS = {
  b: sql`JOIN businesses b ON b.id = d.business_id`,
  i: sql`LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL`,
  e: sql`LEFT JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL`,
  s: sql`LEFT JOIN told_states s ON s.device_id = d.id`,
  g: sql`LEFT JOIN device_signs g ON g.device_id = d.id`,
  m: sql`LEFT JOIN sims m ON m.device_id = d.id AND m.deleted_at IS NULL`,
  q: sql`LEFT JOIN device_updates q ON q.device_id = d.id AND q.state IN ('queued', 'sent')`,
}

/**
 * Selects these devices in scope with their related rows. Aliases: d device, b business, i present installation, e its entity, s
 * the device's state, g its signs of life, m its SIM, q its pending update, w the wanted firmware.
 */
export const deviceRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => {
  const { b, i, e, s, g, m, q } = JOINS
  const sameBusiness = sql`o.business_id IN (SELECT shown.business_id FROM devices shown WHERE shown.id = ANY (${[...ids]}::int[]))`
  return sql`SELECT d.id, d.imei, d.title, d.description, d.model, ${ICCID} AS iccid, d.firmware_version,
      w.firmware AS wanted_firmware, d.settings_crc, d.protocol, d.tracker_id, d.utc_offset_minutes, d.speed_unit, ${CLOCK}, d.bound_protocol, d.source_network::text,
      d.client_certificate, ${DOUBTED_SENDERS} AS doubted_senders, ${DEVICE_STATE} AS state,
      ${CONNECTION} AS connection, ${LAST_SEEN} AS last_seen, d.business_id, b.name AS business_name, e.id AS entity_id,
      e.name AS entity_name, m.id AS sim_id, m.status AS sim_status, q.state AS update_state, d.returned_at, d.created_at,
      d.updated_at, (SELECT v.name FROM sub_vendors_of(ARRAY[d.business_id]) v) AS sub_vendor_name
    FROM devices d ${b} ${i} ${e} ${s} ${g} ${m} ${q}
    LEFT JOIN ${wantedFirmware(sameBusiness)} w ON w.business_id = d.business_id AND w.model = d.model
    WHERE ${transaction.within(sql`d.business_id`)} AND d.id = ANY (${[...ids]}::int[])`
}

/** The list of trackers (R-326). Deleted trackers appear only when the state filter asks for them. */
export const DEVICE_LIST = defineList<DeviceRow, DeviceDto>({
  name: 'devices',
  of: 'device',
  many: 'devices',
  permission: 'read:business-management',
  description: 'Lists the devices that the caller may see, with the vehicles that they are on.',
  dto: DeviceDto,
  toDto: toDeviceResponse,
  texts,
  key: sql`d.id`,
  from: sql`FROM devices d`,
  where: (transaction, _caller, { conditions }) => {
    const asksForState = conditions.some(({ field }) => field === 'state')
    return sql`${transaction.within(sql`d.business_id`)} AND (${asksForState}::boolean OR d.deleted_at IS NULL)`
  },
  joins: () => [
    { aliases: ['b'], join: JOINS.b },
    { aliases: ['i', 'e'], join: JOINS.i },
    { aliases: ['e'], join: JOINS.e },
    { aliases: ['s'], join: JOINS.s },
    { aliases: ['g'], join: JOINS.g },
    { aliases: ['m'], join: JOINS.m },
    { aliases: ['q'], join: JOINS.q },
    { aliases: ['w'], join: sql`LEFT JOIN ${wantedFirmware()} w ON w.business_id = d.business_id AND w.model = d.model` },
  ],
  rows: deviceRows,
  anywhere: (sought) =>
    IN_GROUPS.test(sought)
      ? sql`(${lowerContains(sql`d.imei`, sought.replaceAll(' ', ''))} OR ${holds(sql`d.title`, sought)})`
      : undefined,
  columns: {
    id: id(sql`d.id`, { order: true }),
    imei: code(sql`d.imei`, { isPlain: true, csv: 'imei' }),
    title: text(sql`d.title`, { isPlain: true, csv: 'title' }),
    description: text(sql`d.description`, { order: false, csv: 'description' }),
    model: text(sql`d.model`, { isPlain: true, csv: 'model' }),
    iccid: code(ICCID, { isPlain: true, csv: 'iccid' }),
    firmware_version: text(sql`d.firmware_version`, { csv: 'firmware_version' }),
    firmware_drift: fact(FIRMWARE_DRIFT),
    wanted_firmware: cell('wanted_firmware'),
    settings_crc: code(sql`d.settings_crc`, { csv: 'settings_crc' }),
    protocol: code(sql`d.protocol`, { order: false }),
    tracker_id: code(sql`d.tracker_id`, { order: false }),
    bound_protocol: code(sql`d.bound_protocol`, { order: false }),
    has_doubted_senders: fact(sql`(${DOUBTED_SENDERS} > 0)`),
    state: code(DEVICE_STATE, { csv: 'state', isWord: true }),
    connection: code(CONNECTION, { csv: 'connection', isWord: true }),
    business_id: id(sql`d.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    sub_vendor_name: cell('sub_vendor_name'),
    entity_id: id(sql`e.id`),
    entity_name: text(sql`e.name`, { isPlain: true, csv: 'entity_name' }),
    sim_status: code(sql`m.status`, { order: false }),
    update_state: code(sql`q.state`, { order: false }),
    last_seen: time(LAST_SEEN, { csv: 'last_seen' }),
    created_at: time(sql`d.created_at`, { csv: 'created_at' }),
    updated_at: ordered(sql`d.updated_at`),
  },
})
