import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import type { NetworkStanding } from '@roadbook/contracts'
import { Beliefs, type Reception } from '../beliefs.js'
import { ChangedRows } from './changed-rows.js'
import type { DeviceDirectory, LookupResult, UnknownDevice } from './device-directory.js'
import { DeviceMirror, type DeviceRow } from './device-mirror.js'
import { StrangerList } from './stranger-list.js'

/**
 * Milliseconds for which the result `unknown` is cached. If a tracker is refused and then registered, it may be refused again
 * for this time.
 */
const UNKNOWN_FOR_MS = 5_000
const UNKNOWN_REMEMBERED = 10_000
const TIDY_EVERY_MS = 3_600_000
const PAGE_ROWS = 20_000

const COLUMNS = `id, imei, tracker_id, utc_offset_minutes, speed_unit, source_network::text, client_certificate, bound_protocol,
  deleted_at IS NOT NULL AS gone`
const ALL = `SELECT ${COLUMNS} FROM devices WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT ${PAGE_ROWS}`
const NAMED = `SELECT ${COLUMNS} FROM devices WHERE (imei = ANY ($1) OR tracker_id = ANY ($1)) AND deleted_at IS NULL`

/**
 * Reception times of trackers. They may be some seconds old, because they are needed only to decide if a known sender has been
 * silent for minutes or hours.
 */
const HEARD = {
  columns: `imei, floor(extract(epoch FROM last_received_at))::float8 AS "atS", moving AS "isMoving",
    coalesce(rhythm_s, 0)::float8 AS "rhythmS"`,
  from: 'device_states',
  changedAt: 'updated_at',
}
const NETWORKS = {
  columns: 'd.imei, n.network, n.standing',
  from: 'tracker_networks n JOIN devices d ON d.id = n.device_id',
  changedAt: 'n.updated_at',
}
/** Selects the networks that count as those of a carrier: networks with at least 20 known trackers. */
const CARRIERS = `SELECT network FROM tracker_networks WHERE standing = 'known' GROUP BY network HAVING count(*) >= 20`

export interface DirectoryOptions {
  pool: pg.Pool
  logger: Logger
  /** Interval between reads of registry changes, in milliseconds. */
  refreshMs?: number
  /** Interval between reads of the trackers' reception times at all gateways, in milliseconds. */
  heardMs?: number
  /** Minimum interval between queries for identifiers that are not in memory, in milliseconds. */
  askEveryMs?: number
  /**
   * Maximum milliseconds for which a look-up may wait for the first read of the registry. The time is shorter than the login
   * time-out of a connection.
   */
  patienceMs?: number
}

interface HeardRow extends Reception {
  imei: string
}

interface NetworkRow {
  imei: string
  network: string
  standing: NetworkStanding
}

/**
 * The registry in PostgreSQL, mirrored in memory. It reads all devices at the start, and changes every few seconds.
 * Identifiers that are not in memory are looked up in batches, with less than one query per second, however many trackers
 * connect. While the database is unavailable, look-ups are answered from memory. A process that starts while the database is
 * unavailable refuses no tracker. Its look-ups wait for the first read of the registry, but not longer than a time limit.
 * After that they get `unsure`.
 */
export class PostgresDeviceDirectory implements DeviceDirectory {
  /** Called when a device's registration has changed, so that its session must begin again. */
  onChanged: (imei: string, isGone: boolean) => void = () => undefined
  /** Called when a network is no longer trusted for a device. */
  onDoubted: (imei: string, carrier: string) => void = () => undefined
  readonly #options: Required<DirectoryOptions>
  readonly beliefs = new Beliefs()
  readonly #mirror = new DeviceMirror()
  readonly #strangers: StrangerList
  readonly #unknownUntil = new Map<string, number>()
  #asked = new Map<string, ((found: LookupResult) => void)[]>()
  #lastAskedAt = -Infinity
  #askTimer: NodeJS.Timeout | undefined
  #isAsking = false
  #isLoaded = false
  #isRefreshing = false
  readonly #changed: ChangedRows<DeviceRow>
  readonly #heard: ChangedRows<HeardRow>
  readonly #networks: ChangedRows<NetworkRow>
  #timers: NodeJS.Timeout[] = []
  #isStopped = false

  constructor(options: DirectoryOptions) {
    this.#options = { refreshMs: 5_000, heardMs: 30_000, askEveryMs: 2_500, patienceMs: 25_000, ...options }
    this.#strangers = new StrangerList(options.pool, options.logger)
    this.#changed = new ChangedRows(options.pool, { columns: COLUMNS, from: 'devices', changedAt: 'updated_at' })
    this.#heard = new ChangedRows(options.pool, HEARD)
    this.#networks = new ChangedRows(options.pool, NETWORKS)
  }

  /** Starts reading the registry. Look-ups wait until the registry has been read. */
  start(): void {
    void this.#refresh()
    const { refreshMs, heardMs } = this.#options
    const refreshing = setInterval(() => void this.#refresh(), refreshMs)
    const listening = setInterval(() => void this.#listen(), heardMs)
    this.#timers = [refreshing, listening, setInterval(() => void this.#tidy(), TIDY_EVERY_MS)]
  }

  stop(): void {
    this.#isStopped = true
    this.#timers.forEach(clearInterval)
    clearTimeout(this.#askTimer)
    this.#strangers.stop()
    this.#giveUp()
  }

  /** Rejects until the registry has been read, because no tracker can be admitted before that. */
  async ready(): Promise<void> {
    if (!this.#isLoaded) throw new Error('the device registry was not read yet')
  }

  lookUp(identity: string): LookupResult | Promise<LookupResult> {
    const tracker = this.#mirror.find(identity)
    if (tracker) return tracker
    const until = this.#unknownUntil.get(identity)
    if (until !== undefined && until > Date.now()) return 'unknown'
    return new Promise((resolve) => {
      const others = this.#asked.get(identity)
      if (others) others.push(resolve)
      else this.#asked.set(identity, [resolve])
      this.#askSoon()
    })
  }

  reportUnknown(device: UnknownDevice): void {
    this.#strangers.note(device)
  }

  #askSoon(): void {
    if (this.#isAsking || this.#askTimer || this.#isStopped) return
    const { askEveryMs, patienceMs } = this.#options
    // Before the first read of the whole registry, no identifiers are queried. All identifiers wait for that read.
    const pause = this.#isLoaded ? Math.max(0, this.#lastAskedAt + askEveryMs - performance.now()) : patienceMs
    this.#askTimer = setTimeout(() => {
      this.#askTimer = undefined
      if (this.#isLoaded) void this.#ask()
      else this.#giveUp()
    }, pause)
  }

  /** Looks up all waiting identifiers with one query. */
  async #ask(): Promise<void> {
    this.#isAsking = true
    this.#lastAskedAt = performance.now()
    const asked = this.#asked
    this.#asked = new Map()
    const { pool, logger } = this.#options
    try {
      const { rows } = await pool.query<DeviceRow>(NAMED, [[...asked.keys()]])
      for (const row of rows) this.#mirrorRow(row)
      for (const [identity, waiting] of asked) this.#answer(waiting, this.#learn(identity))
    } catch (error) {
      logger.warn({ err: error, names: asked.size }, 'the device registry does not answer')
      for (const waiting of asked.values()) this.#answer(waiting, 'unsure')
    }
    this.#isAsking = false
    if (this.#asked.size > 0) this.#askSoon()
  }

  #learn(identity: string): LookupResult {
    const tracker = this.#mirror.find(identity)
    if (tracker) return tracker
    if (this.#unknownUntil.size >= UNKNOWN_REMEMBERED) this.#unknownUntil.clear()
    this.#unknownUntil.set(identity, Date.now() + UNKNOWN_FOR_MS)
    return 'unknown'
  }

  #answer(waiting: ((found: LookupResult) => void)[], found: LookupResult): void {
    for (const resolve of waiting) resolve(found)
  }

  #giveUp(): void {
    const asked = this.#asked
    this.#asked = new Map()
    for (const waiting of asked.values()) this.#answer(waiting, 'unsure')
  }

  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return
    this.#isRefreshing = true
    try {
      if (!this.#isLoaded) return await this.#load()
      for (const row of await this.#changed.read()) this.#take(row)
      await this.#readNetworks()
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'could not refresh the device registry; known trackers go on')
    } finally {
      this.#isRefreshing = false
    }
  }

  /**
   * Reads the whole registry page by page. Then answers the waiting look-ups whose identifier it has found. Looks up all other
   * waiting identifiers by a query.
   */
  async #load(): Promise<void> {
    await this.#changed.skip()
    for (let after = 0; ;) {
      const { rows } = await this.#options.pool.query<DeviceRow>(ALL, [after])
      rows.forEach((row) => this.#take(row))
      after = rows.at(-1)?.id ?? after
      if (rows.length < PAGE_ROWS) break
    }
    await this.#readNetworks()
    await this.#readHeard()
    await this.#readCarriers()
    this.#isLoaded = true
    clearTimeout(this.#askTimer)
    this.#askTimer = undefined
    for (const [identity, waiting] of this.#asked) {
      const tracker = this.#mirror.find(identity)
      if (!tracker) continue
      this.#asked.delete(identity)
      this.#answer(waiting, tracker)
    }
    if (this.#asked.size > 0) this.#askSoon()
  }

  /**
   * Reads reception times. While they cannot be read, newcomers stay on trial. A known sender that is silent here is possibly
   * sending to another gateway, and only these times would show this.
   */
  async #listen(): Promise<void> {
    if (!this.#isLoaded) return
    try {
      await this.#readHeard()
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'could not read when trackers spoke')
    }
  }

  async #readHeard(): Promise<void> {
    const now = Date.now()
    for (const { imei, ...heard } of await this.#heard.read()) this.beliefs.beliefOf(imei).learn(heard)
    this.beliefs.refreshed(now)
  }

  async #readNetworks(): Promise<void> {
    for (const { imei, network, standing } of await this.#networks.read())
      if (this.beliefs.beliefOf(imei).settle(network, standing)) this.onDoubted(imei, network)
  }

  async #readCarriers(): Promise<void> {
    const { rows } = await this.#options.pool.query<{ network: string }>(CARRIERS)
    this.beliefs.trust(rows.map(({ network }) => network))
  }

  async #tidy(): Promise<void> {
    await this.#strangers.tidy()
    await this.#readCarriers().catch((error: unknown) => this.#options.logger.warn({ err: error }, 'could not read the carriers'))
  }

  /** @returns true if the device's session must begin again */
  #mirrorRow(row: DeviceRow): boolean {
    const isOther = this.#mirror.put(row)
    if (row.gone) this.beliefs.forget(row.imei)
    else {
      const bound = row.bound_protocol ?? undefined
      const before = this.beliefs.bind(row.imei, bound)
      // If a tracker is bound to a protocol for the first time, it keeps its session. If it was bound to another protocol
      // before, its session possibly belongs to another sender, and must end.
      if (before !== undefined && before !== bound) return true
    }
    return isOther
  }

  #take(row: DeviceRow): void {
    if (this.#mirrorRow(row)) this.onChanged(row.imei, row.gone)
  }
}
