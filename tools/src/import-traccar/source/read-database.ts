import { createPool } from '@roadbook/platform'
import type pg from 'pg'
import { inOrder } from './in-order.js'
import type { Cursor, Link, TraccarDevice, TraccarModel, TraccarPosition, TraccarSource } from './model.js'
import {
  type Row,
  toCalendar,
  toDevice,
  toGeofence,
  toGroup,
  toLastPosition,
  toMaintenance,
  toNotification,
  toOther,
  toUser,
} from './read-rows.js'

/** Number of positions that one statement reads. */
const PAGE = 5_000

/** Tables of links (`tc_user_device` …), with what they link. */
const LINKS: readonly Pick<Link, 'from' | 'to'>[] = [
  { from: 'user', to: 'device' },
  { from: 'user', to: 'group' },
  { from: 'user', to: 'geofence' },
  { from: 'group', to: 'geofence' },
  { from: 'device', to: 'geofence' },
  { from: 'user', to: 'notification' },
  { from: 'group', to: 'notification' },
  { from: 'device', to: 'notification' },
  { from: 'group', to: 'maintenance' },
  { from: 'device', to: 'maintenance' },
]

/**
 * Reads Traccar's own database in PostgreSQL (`schema/changelog-*.xml` of Traccar 6.14). It writes nothing, because every
 * statement is in a read-only session. Traccar stores times without a zone, in the time zone of its Java process.
 */
export class TraccarDatabase implements TraccarSource {
  readonly #pool: pg.Pool

  /** @param zone IANA name of the time zone of Traccar's Java process */
  constructor(
    url: string,
    private readonly zone: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#pool = createPool({ url, name: 'roadbook import', max: 4, statementTimeoutMs: 600_000 })
    // This is the first statement of each connection. If it fails, the next statement fails, too, and that statement's
    // error is reported.
    this.#pool.on('connect', (client) => void client.query('SET default_transaction_read_only = on').catch(() => undefined))
  }

  async model(): Promise<TraccarModel> {
    const others = [
      ...(await this.#table('tc_drivers')).map(toOther('driver')),
      ...(await this.#table('tc_attributes')).map(toOther('computed attribute')),
      ...(await this.#table('tc_commands')).map(toOther('saved command')),
    ]
    const links: Link[] = []
    for (const { from, to } of LINKS) {
      const rows = await this.#rows(`SELECT ${from}id AS from_id, ${to}id AS to_id FROM tc_${from}_${to} ORDER BY 1, 2`)
      for (const row of rows) links.push({ from, fromId: Number(row.from_id), to, toId: Number(row.to_id) })
    }
    const maintenances = (await this.#table('tc_maintenances')).map(toMaintenance)
    const last = maintenances.length > 0 ? await this.#rows(LAST, [this.zone]) : []
    return inOrder({
      notifications: (await this.#table('tc_notifications')).map(toNotification),
      calendars: (await this.#table('tc_calendars')).map(toCalendar),
      maintenances,
      last: last.map(toLastPosition),
      users: (await this.#table('tc_users')).map(toUser),
      groups: (await this.#table('tc_groups')).map(toGroup),
      devices: (await this.#table('tc_devices')).map(toDevice),
      geofences: (await this.#table('tc_geofences')).map(toGeofence),
      links,
      others,
    })
  }

  async devices(): Promise<TraccarDevice[]> {
    return (await this.#table('tc_devices')).map(toDevice)
  }

  async *positions(deviceId: number, after: Cursor): AsyncIterable<readonly TraccarPosition[]> {
    const end = this.now()
    for (let at = after; ;) {
      const { rows } = await this.#pool.query<PositionRow>({
        name: 'positions',
        text: POSITIONS,
        values: [deviceId, at.fixTime, at.id, this.zone, PAGE, end],
      })
      if (rows.length > 0) yield rows.map(toPosition)
      if (rows.length < PAGE) return
      const last = rows.at(-1)!
      at = { fixTime: Number(last.fix_time), id: Number(last.id) }
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  #table(name: string): Promise<Row[]> {
    return this.#rows(`SELECT * FROM ${name} ORDER BY id`)
  }

  async #rows(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#pool.query<Row>(text, [...values])).rows
    } catch (error) {
      if ((error as { code?: string }).code !== '42P01') throw error
      throw new Error(`${(error as Error).message}: this is not a database of Traccar 5 or 6`, { cause: error })
    }
  }
}

const LAST = `SELECT p.deviceid, p.attributes, p.fixtime AT TIME ZONE $1 AS fixtime, p.servertime AT TIME ZONE $1 AS servertime
  FROM tc_devices d JOIN tc_positions p ON p.id = d.positionid`

// The index of Traccar is on (deviceid, fixtime). The index is used only if `fixtime` is compared in its stored form.
// Positions dated in the future are not read. The next run continues after the last position, so with such a position it
// would skip all correct ones.
const POSITIONS = `SELECT id, protocol, valid, latitude, longitude, altitude, speed, course, accuracy, attributes, network,
    (extract(epoch FROM fixtime AT TIME ZONE $4) * 1000)::bigint AS fix_time,
    (extract(epoch FROM devicetime AT TIME ZONE $4) * 1000)::bigint AS device_time,
    (extract(epoch FROM servertime AT TIME ZONE $4) * 1000)::bigint AS server_time
  FROM tc_positions WHERE deviceid = $1 AND fixtime >= to_timestamp($2::float8 / 1000) AT TIME ZONE $4
    AND fixtime <= to_timestamp($6::float8 / 1000) AT TIME ZONE $4
    AND (fixtime > to_timestamp(($2::float8 + 1) / 1000) AT TIME ZONE $4
      OR ((extract(epoch FROM fixtime AT TIME ZONE $4) * 1000)::bigint, id) > ($2::bigint, $3::bigint))
  ORDER BY fixtime, id LIMIT $5`

interface PositionRow {
  id: number | string
  protocol: string | null
  valid: boolean
  latitude: number
  longitude: number
  altitude: number
  speed: number
  course: number
  accuracy: number
  attributes: string | null
  network: string | null
  fix_time: string
  device_time: string
  server_time: string
}

/** Writes the position as the API would. Attributes and network are JSON already, and are not parsed here. */
function toPosition(row: PositionRow): TraccarPosition {
  const { latitude, longitude, altitude, speed, course, accuracy, valid } = row
  const plain = JSON.stringify({
    protocol: row.protocol,
    fixTime: Number(row.fix_time),
    deviceTime: Number(row.device_time),
    serverTime: Number(row.server_time),
    valid,
    latitude,
    longitude,
    altitude,
    speed,
    course,
    accuracy,
  })
  const json = `${plain.slice(0, -1)},"attributes":${row.attributes || '{}'},"network":${row.network || 'null'}}`
  return { id: Number(row.id), fixTime: Number(row.fix_time), serverTime: Number(row.server_time), json }
}
