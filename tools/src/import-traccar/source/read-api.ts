import type { TraccarHttp } from './http.js'
import { inOrder } from './in-order.js'
import type {
  Cursor,
  LastPosition,
  Link,
  LinkedKind,
  TraccarDevice,
  TraccarModel,
  TraccarPosition,
  TraccarSource,
} from './model.js'
import {
  inSmallLetters,
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

/** Longest period of one request for positions: a week. */
const PERIOD_MS = 7 * 86_400_000
/** Number of requests at the same time while many users, groups and devices are read one by one. */
const AT_ONCE = 8

/**
 * Reads a Traccar server by its API (`openapi.yaml` of Traccar 6.14): lists of an administrator, and the links of each user, group
 * and device.
 */
export class TraccarApi implements TraccarSource {
  constructor(
    private readonly http: TraccarHttp,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws Error when Traccar does not answer, or the account is not an administrator's */
  async model(): Promise<TraccarModel> {
    const users = (await this.#list('users')).map(toUser)
    const groups = (await this.#list('groups?all=true')).map(toGroup)
    const devices = (await this.#list('devices?all=true')).map(toDevice)
    const geofences = (await this.#list('geofences?all=true')).map(toGeofence)
    const notifications = (await this.#list('notifications?all=true')).map(toNotification)
    const calendars = (await this.#list('calendars?all=true')).map(toCalendar)
    const maintenances = (await this.#list('maintenance?all=true')).map(toMaintenance)
    // Links of a kind are read only if there are things of this kind, because they need a request for each device.
    const rules = {
      ...(notifications.length > 0 && { notification: 'notifications' }),
      ...(maintenances.length > 0 && { maintenance: 'maintenance' }),
    }
    const { notification } = rules
    const links = [
      ...(await this.#links('user', users, {
        device: 'devices',
        group: 'groups',
        geofence: 'geofences',
        ...(notification && { notification }),
      })),
      ...(await this.#links('group', groups, { geofence: 'geofences', ...rules })),
      ...(await this.#links('device', devices, { geofence: 'geofences', ...rules })),
    ]
    const last = maintenances.length > 0 ? await this.#last(devices) : []
    const others = [
      ...(await this.#list('drivers?all=true')).map(toOther('driver')),
      ...(await this.#list('attributes/computed?all=true')).map(toOther('computed attribute')),
      ...(await this.#list('commands?all=true')).map(toOther('saved command')),
    ]
    return inOrder({ users, groups, devices, geofences, notifications, calendars, maintenances, last, links, others })
  }

  async devices(): Promise<TraccarDevice[]> {
    return (await this.#list('devices?all=true')).map(toDevice)
  }

  /**
   * Traccar returns the oldest positions of a period, up to a number that its operator sets (`report.maxPositions`).
   * Therefore each request begins at the last position of the previous answer, until an answer contains nothing new.
   * @throws Error when more positions have one fix time than Traccar returns, because the others then cannot be requested
   */
  async *positions(deviceId: number, after: Cursor, end = this.now()): AsyncIterable<readonly TraccarPosition[]> {
    let last = after
    for (let from = after.fixTime; from < end;) {
      const till = Math.min(from + PERIOD_MS, end)
      const path = (since: number) =>
        `positions?deviceId=${deviceId}&from=${new Date(since).toISOString()}&to=${new Date(till).toISOString()}`
      const read = async (known: Cursor) => {
        const rows = await this.http.list(path(from))
        const page = rows
          .map(toPosition)
          .filter(({ fixTime, id }) => fixTime > known.fixTime || (fixTime === known.fixTime && id > known.id))
        return { isEmpty: rows.length === 0, page: page.sort((a, b) => a.fixTime - b.fixTime || a.id - b.id) }
      }
      const answer = await read(last)
      let { page } = answer
      // The answer has only known positions. Traccar may have more positions of this time than it returns.
      if (page.length === 0 && !answer.isEmpty && (await this.http.list(path(last.fixTime + 1))).length > 0) {
        // The position may also have come just now.
        page = (await read(last)).page
        if (page.length === 0) throw new Error(tooManyAt(deviceId, last.fixTime))
      }
      if (page.length > 0) yield page
      last = page.at(-1) ?? last
      from = page.length > 0 ? last.fixTime : till
    }
  }

  async close(): Promise<void> {
    // There is no connection to end.
  }

  /** Reads the newest positions. Traccar refuses a request for several of them if it has deleted one. */
  async #last(devices: readonly TraccarDevice[]): Promise<LastPosition[]> {
    const last: LastPosition[] = []
    for (let at = 0; at < devices.length; at += AT_ONCE) {
      const some = devices.slice(at, at + AT_ONCE).map(({ id }) => this.#list(`positions?deviceId=${id}`))
      last.push(...(await Promise.all(some)).flat().map(toLastPosition))
    }
    return last
  }

  async #links(
    from: Link['from'],
    owners: readonly { id: number }[],
    lists: Partial<Record<LinkedKind, string>>,
  ): Promise<Link[]> {
    const links: Link[] = []
    for (let at = 0; at < owners.length; at += AT_ONCE) {
      const some = owners.slice(at, at + AT_ONCE).flatMap(({ id }) =>
        Object.entries(lists).map(async ([to, path]) => {
          // With `all` the answer contains only direct links. Without it, Traccar also restricts the answer to what the
          // reading administrator may see.
          const rows = await this.#list(`${path}?${from}Id=${id}${from === 'user' ? '' : '&all=true'}`)
          return rows.map((row): Link => ({ from, fromId: id, to: to as LinkedKind, toId: Number(row.id) }))
        }),
      )
      links.push(...(await Promise.all(some)).flat())
    }
    return links
  }

  /** Reads a list. Names of fields are in lower case, like the columns of the database. */
  async #list(path: string): Promise<Row[]> {
    return (await this.http.list(path)).map(inSmallLetters)
  }
}

const tooManyAt = (deviceId: number, fixTime: number) =>
  `Traccar returns no more positions of device ${deviceId} after ${new Date(fixTime).toISOString()}, because too many have this time: ` +
  'set report.maxPositions in its configuration to 100000, or read its database'

const toPosition = (row: Row): TraccarPosition => ({
  id: Number(row.id),
  fixTime: Date.parse(String(row.fixTime)),
  serverTime: Date.parse(String(row.serverTime)),
  json: JSON.stringify(row),
})
