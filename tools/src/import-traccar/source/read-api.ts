import { inOrder } from './in-order.js'
import type { Cursor, Link, LinkedKind, TraccarModel, TraccarPosition, TraccarSource } from './model.js'
import { inSmallLetters, type Row, toDevice, toGeofence, toGroup, toOther, toUser } from './read-rows.js'

/** Credentials with which the import signs in to Traccar: by a token of the user's settings, or as the web page does. */
export type TraccarAccess = { token: string } | { email: string; password: string }

/** Longest period of one request for positions: a week. */
const PERIOD_MS = 7 * 86_400_000
/** Requests at the same time when the links of many users, groups and devices are read. */
const AT_ONCE = 8

/**
 * Reads a Traccar server by its API (`openapi.yaml` of Traccar 6.14): lists of an administrator, and the links of each user, group
 * and device.
 */
export class TraccarApi implements TraccarSource {
  readonly #base: string
  readonly #authorization: string

  constructor(
    address: string,
    access: TraccarAccess,
    private readonly now: () => number = Date.now,
  ) {
    this.#base = `${address.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
    this.#authorization =
      'token' in access
        ? `Bearer ${access.token}`
        : `Basic ${Buffer.from(`${access.email}:${access.password}`).toString('base64')}`
  }

  /** @throws Error when Traccar does not answer, or the account is no administrator */
  async model(): Promise<TraccarModel> {
    const users = (await this.#list('users')).map(toUser)
    const groups = (await this.#list('groups?all=true')).map(toGroup)
    const devices = (await this.#list('devices?all=true')).map(toDevice)
    const geofences = (await this.#list('geofences?all=true')).map(toGeofence)
    const links = [
      ...(await this.#links('user', users, { device: 'devices', group: 'groups', geofence: 'geofences' })),
      ...(await this.#links('group', groups, { geofence: 'geofences' })),
      ...(await this.#links('device', devices, { geofence: 'geofences' })),
    ]
    const others = [
      ...(await this.#list('notifications?all=true')).map(toOther('notification')),
      ...(await this.#list('calendars?all=true')).map(toOther('calendar')),
      ...(await this.#list('maintenance?all=true')).map(toOther('maintenance')),
      ...(await this.#list('drivers?all=true')).map(toOther('driver')),
      ...(await this.#list('attributes/computed?all=true')).map(toOther('computed attribute')),
      ...(await this.#list('commands?all=true')).map(toOther('saved command')),
    ]
    return inOrder({ users, groups, devices, geofences, links, others })
  }

  /**
   * Traccar returns the oldest positions of a period, up to a number that its operator sets (`report.maxPositions`). So each
   * request begins at the last position of the answer before, until there is nothing new in the period.
   */
  async *positions(deviceId: number, after: Cursor): AsyncIterable<readonly TraccarPosition[]> {
    const end = this.now()
    let last = after
    for (let from = after.fixTime; from < end;) {
      const till = Math.min(from + PERIOD_MS, end)
      const range = `from=${new Date(from).toISOString()}&to=${new Date(till).toISOString()}`
      const since = last
      const page = (await this.#list(`positions?deviceId=${deviceId}&${range}`))
        .map(toPosition)
        .filter(({ fixTime, id }) => fixTime > since.fixTime || (fixTime === since.fixTime && id > since.id))
        .sort((a, b) => a.fixTime - b.fixTime || a.id - b.id)
      if (page.length > 0) yield page
      last = page.at(-1) ?? since
      from = page.length > 0 ? last.fixTime : till
    }
  }

  async close(): Promise<void> {
    // There is no connection to end.
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
          // With `all` the answer has what is linked directly; without it Traccar adds what the reading administrator may see.
          const rows = await this.#list(`${path}?${from}Id=${id}${from === 'user' ? '' : '&all=true'}`)
          return rows.map((row): Link => ({ from, fromId: id, to: to as LinkedKind, toId: Number(row.id) }))
        }),
      )
      links.push(...(await Promise.all(some)).flat())
    }
    return links
  }

  async #list(path: string): Promise<Row[]> {
    const answer = await fetch(`${this.#base}/${path}`, {
      headers: { authorization: this.#authorization, accept: 'application/json' },
    }).catch((error: unknown) => {
      const cause = (error as { cause?: Error }).cause ?? (error as Error)
      throw new Error(`Traccar does not answer at ${this.#base}: ${cause.message}`, { cause: error })
    })
    if (answer.status === 401) throw new Error('Traccar refuses the token, or the e-mail address and password')
    const body = await answer.text()
    if (!answer.ok) {
      const first = body.split('\n')[0]!.slice(0, 200)
      throw new Error(`Traccar answers ${answer.status} to ${path}: ${first}. The account must be an administrator's`)
    }
    const list: unknown = JSON.parse(body)
    if (!Array.isArray(list)) throw new Error(`Traccar's answer to ${path} is no list`)
    return (list as Row[]).map((row) => (path.startsWith('positions') ? row : inSmallLetters(row)))
  }
}

const toPosition = (row: Row): TraccarPosition => ({
  id: Number(row.id),
  fixTime: Date.parse(String(row.fixTime)),
  serverTime: Date.parse(String(row.serverTime)),
  json: JSON.stringify(row),
})
