import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import type { DeviceDirectory, Standing, UnknownDevice } from './device-directory.js'

/** How long "unknown" is believed: a tracker that was just registered gets in with its next try. */
const UNKNOWN_FOR_MS = 5_000
const REFRESH_MS = 5_000
/** Rows in the operators' list, and strangers remembered between two writes: a flood of made-up IMEIs stays small. */
const UNKNOWN_ROWS = 10_000
const UNKNOWN_PER_WRITE = 500

/**
 * The registry in PostgreSQL, mirrored in memory: all IMEIs at start, changes every few seconds, and one batched look-up
 * for those that missed. While the database is away the mirror answers.
 */
export class PostgresDeviceDirectory implements DeviceDirectory {
  readonly #known = new Set<string>()
  readonly #unknownUntil = new Map<string, number>()
  readonly #strangers = new Map<string, UnknownDevice & { attempts: number }>()
  #asked = new Map<string, ((standing: Standing) => void)[]>()
  #asking = false
  #seenUntil = new Date(0)
  #timers: NodeJS.Timeout[] = []

  constructor(
    private readonly pool: pg.Pool,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.#refresh()
    this.#timers = [setInterval(() => void this.#refresh(), REFRESH_MS), setInterval(() => void this.#writeStrangers(), 1_000)]
  }

  stop(): void {
    this.#timers.forEach(clearInterval)
  }

  standingOf(imei: string): Standing | Promise<Standing> {
    if (this.#known.has(imei)) return 'known'
    const until = this.#unknownUntil.get(imei)
    if (until !== undefined && until > Date.now()) return 'unknown'
    return new Promise((resolve) => {
      const others = this.#asked.get(imei)
      if (others) others.push(resolve)
      else this.#asked.set(imei, [resolve])
      if (!this.#asking) void this.#ask()
    })
  }

  reportUnknown(device: UnknownDevice): void {
    const seen = this.#strangers.get(device.identity)
    if (seen) seen.attempts++
    else if (this.#strangers.size < UNKNOWN_PER_WRITE) this.#strangers.set(device.identity, { ...device, attempts: 1 })
  }

  /** One query for all who asked while the last one ran. */
  async #ask(): Promise<void> {
    this.#asking = true
    while (this.#asked.size > 0) {
      const asked = this.#asked
      this.#asked = new Map()
      let found: Set<string> | undefined
      try {
        const { rows } = await this.pool.query<{ imei: string }>(
          'SELECT imei FROM devices WHERE imei = ANY ($1) AND deleted_at IS NULL',
          [[...asked.keys()]],
        )
        found = new Set(rows.map(({ imei }) => imei))
      } catch (error) {
        this.logger.warn({ err: error, imeis: asked.size }, 'the device registry does not answer')
      }
      for (const [imei, resolve] of asked) resolve.forEach((answer) => answer(this.#learn(imei, found)))
    }
    this.#asking = false
  }

  #learn(imei: string, found: Set<string> | undefined): Standing {
    if (!found) return 'unsure'
    if (found.has(imei)) {
      this.#known.add(imei)
      return 'known'
    }
    if (this.#unknownUntil.size > UNKNOWN_ROWS) this.#unknownUntil.clear()
    this.#unknownUntil.set(imei, Date.now() + UNKNOWN_FOR_MS)
    return 'unknown'
  }

  async #refresh(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ imei: string; gone: boolean; updated_at: Date }>(
        // The overlap of a minute catches transactions that committed after their updated_at.
        `SELECT imei, deleted_at IS NOT NULL AS gone, updated_at FROM devices WHERE updated_at > $1::timestamptz - interval '1 minute'`,
        [this.#seenUntil],
      )
      for (const { imei, gone, updated_at } of rows) {
        if (gone) this.#known.delete(imei)
        else this.#known.add(imei)
        if (updated_at > this.#seenUntil) this.#seenUntil = updated_at
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not refresh the device registry; known trackers go on')
    }
  }

  async #writeStrangers(): Promise<void> {
    if (this.#strangers.size === 0) return
    const strangers = [...this.#strangers.values()]
    this.#strangers.clear()
    try {
      await this.pool.query(
        `INSERT INTO unknown_devices (imei, protocol, remote_address, attempts)
         SELECT s.imei, s.protocol, s.address, s.attempts
         FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS s (imei, protocol, address, attempts)
         WHERE (SELECT count(*) FROM unknown_devices) < $5 OR EXISTS (SELECT FROM unknown_devices u WHERE u.imei = s.imei)
         ON CONFLICT (imei) DO UPDATE SET attempts = unknown_devices.attempts + excluded.attempts,
           last_seen_at = now(), protocol = excluded.protocol, remote_address = excluded.remote_address`,
        [
          strangers.map(({ identity }) => identity),
          strangers.map(({ protocol }) => protocol),
          strangers.map(({ remoteAddress }) => remoteAddress),
          strangers.map(({ attempts }) => attempts),
          UNKNOWN_ROWS,
        ],
      )
    } catch (error) {
      this.logger.warn({ err: error, strangers: strangers.length }, 'could not note unknown devices')
    }
  }
}
