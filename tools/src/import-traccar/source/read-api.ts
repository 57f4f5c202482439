import { setTimeout as pause } from 'node:timers/promises'
import { inOrder } from './in-order.js'
import type { Cursor, Link, LinkedKind, TraccarDevice, TraccarModel, TraccarPosition, TraccarSource } from './model.js'
import { inSmallLetters, type Row, toDevice, toGeofence, toGroup, toOther, toUser } from './read-rows.js'

/**
 * Credentials with which the import signs in to Traccar: a token from the user's settings, or e-mail address and password as on
 * the web page.
 */
export type TraccarAccess = { token: string } | { email: string; password: string }

/** Maximum length of the period of one request for positions: a week. */
const PERIOD_MS = 7 * 86_400_000
/** Number of requests at the same time while the links of many users, groups and devices are read. */
const AT_ONCE = 8
/**
 * Number of attempts of a request whose connection drops. Until Traccar has answered for the first time, there is only one
 * attempt.
 */
const TRIES = 10

/**
 * Reads a Traccar server by its API (`openapi.yaml` of Traccar 6.14): lists of an administrator, and the links of each user, group
 * and device.
 */
export class TraccarApi implements TraccarSource {
  readonly #base: string
  readonly #authorization: string
  #hasAnswered = false

  constructor(
    address: string,
    access: TraccarAccess,
    private readonly now: () => number = Date.now,
    private readonly pauseMs = 3_000,
  ) {
    this.#base = `${address.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
    this.#authorization =
      'token' in access
        ? `Bearer ${access.token}`
        : `Basic ${Buffer.from(`${access.email}:${access.password}`).toString('base64')}`
  }

  /** @throws Error when Traccar does not answer, or the account is not an administrator's */
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

  async devices(): Promise<TraccarDevice[]> {
    return (await this.#list('devices?all=true')).map(toDevice)
  }

  /**
   * Traccar returns the oldest positions of a period, up to a number that its operator sets (`report.maxPositions`).
   * Therefore each request begins at the last position of the previous answer, until an answer contains nothing new.
   * @throws Error when more positions have one fix time than Traccar returns, because the others then cannot be requested
   */
  async *positions(deviceId: number, after: Cursor): AsyncIterable<readonly TraccarPosition[]> {
    const end = this.now()
    let last = after
    for (let from = after.fixTime; from < end;) {
      const till = Math.min(from + PERIOD_MS, end)
      const path = (since: number) =>
        `positions?deviceId=${deviceId}&from=${new Date(since).toISOString()}&to=${new Date(till).toISOString()}`
      const read = async (known: Cursor) => {
        const rows = await this.#list(path(from))
        const page = rows
          .map(toPosition)
          .filter(({ fixTime, id }) => fixTime > known.fixTime || (fixTime === known.fixTime && id > known.id))
        return { isEmpty: rows.length === 0, page: page.sort((a, b) => a.fixTime - b.fixTime || a.id - b.id) }
      }
      const answer = await read(last)
      let { page } = answer
      // The answer has only known positions. Either the period is complete, or Traccar has more positions of this time than
      // it returns.
      if (page.length === 0 && !answer.isEmpty && (await this.#list(path(last.fixTime + 1))).length > 0) {
        // A position may also have arrived after the previous request.
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

  async #list(path: string): Promise<Row[]> {
    const { status, ok, body } = await this.#read(path)
    if (status === 401) throw new Error('Traccar refuses the token, or the e-mail address and password')
    if (!ok) {
      const first = body.split('\n')[0]!.slice(0, 200)
      throw new Error(`Traccar answers ${status} to ${path}: ${first}. The account must be an administrator's`)
    }
    const list: unknown = JSON.parse(body)
    this.#hasAnswered = true
    if (!Array.isArray(list)) throw new Error(`Traccar's answer to ${path} is no list`)
    return (list as Row[]).map((row) => (path.startsWith('positions') ? row : inSmallLetters(row)))
  }

  /**
   * Repeats a request after a dropped connection if Traccar has answered before, so that reading a long history survives a
   * restart of Traccar.
   */
  async #read(path: string): Promise<{ status: number; ok: boolean; body: string }> {
    for (let attempt = 1; ; attempt++) {
      const isLast = !this.#hasAnswered || attempt >= TRIES
      try {
        const answer = await fetch(`${this.#base}/${path}`, {
          headers: { authorization: this.#authorization, accept: 'application/json' },
        })
        const { status, ok } = answer
        const body = await answer.text()
        // While Traccar starts, a proxy in front of it answers with these status codes.
        if (isLast || ![502, 503, 504].includes(status)) return { status, ok, body }
      } catch (error) {
        const cause = (error as { cause?: Error }).cause ?? (error as Error)
        if (isLast) throw new Error(`Traccar does not answer at ${this.#base}: ${cause.message}`, { cause: error })
      }
      await pause(this.pauseMs)
    }
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
