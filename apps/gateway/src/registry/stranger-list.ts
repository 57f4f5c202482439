import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import type { UnknownDevice } from './device-directory.js'

/** Maximum number of unregistered identifiers in the operators' list, so that invented identifiers cannot fill the disk. */
const ROWS = 10_000
const PER_WRITE = 500
const WRITE_EVERY_MS = 2_500
/** Delay before a write, in milliseconds, so that strangers (unregistered identifiers) that arrive together share one write. */
const GATHER_MS = 100

/** Increases the counts of listed identifiers. Adds new identifiers only while there is room. */
const WRITE = `
WITH given AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS s (imei, protocol, address, attempts)
), listed AS (
  SELECT given.* FROM given WHERE EXISTS (SELECT FROM unknown_devices u WHERE u.imei = given.imei)
), fresh AS (
  SELECT given.* FROM given WHERE NOT EXISTS (SELECT FROM unknown_devices u WHERE u.imei = given.imei)
  LIMIT greatest(0, $5 - (SELECT count(*) FROM unknown_devices))
)
INSERT INTO unknown_devices (imei, protocol, remote_address, attempts)
SELECT * FROM listed UNION ALL SELECT * FROM fresh
ON CONFLICT (imei) DO UPDATE SET attempts = unknown_devices.attempts + excluded.attempts,
  last_seen_at = now(), protocol = excluded.protocol, remote_address = excluded.remote_address`

/**
 * Deletes identifiers that have not been used for 30 days. If the list is full, also deletes identifiers with a single
 * attempt more than an hour ago.
 */
const TIDY = `
DELETE FROM unknown_devices
WHERE last_seen_at < now() - interval '30 days'
  OR (attempts = 1 AND last_seen_at < now() - interval '1 hour' AND (SELECT count(*) FROM unknown_devices) >= $1)`

/** List of unregistered trackers that tried to log in, for operators. Its rows, writes and memory are limited. */
export class StrangerList {
  #timer: NodeJS.Timeout | undefined
  #writtenAt = -Infinity
  readonly #strangers = new Map<string, UnknownDevice & { attempts: number }>()

  constructor(
    private readonly pool: pg.Pool,
    private readonly logger: Logger,
  ) {}

  note(device: UnknownDevice): void {
    const seen = this.#strangers.get(device.identity)
    if (seen) seen.attempts++
    else if (this.#strangers.size < PER_WRITE) this.#strangers.set(device.identity, { ...device, attempts: 1 })
    this.#timer ??= setTimeout(
      () => void this.#write(),
      Math.max(GATHER_MS, this.#writtenAt + WRITE_EVERY_MS - performance.now()),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    this.#timer = undefined
    this.#writtenAt = performance.now()
    const strangers = [...this.#strangers.values()]
    this.#strangers.clear()
    try {
      await this.pool.query(WRITE, [
        strangers.map(({ identity }) => identity),
        strangers.map(({ protocol }) => protocol),
        strangers.map(({ remoteAddress }) => remoteAddress),
        strangers.map(({ attempts }) => attempts),
        ROWS,
      ])
    } catch (error) {
      this.logger.warn({ err: error, strangers: strangers.length }, 'could not note unknown devices')
    }
  }

  async tidy(): Promise<void> {
    try {
      await this.pool.query(TIDY, [ROWS])
    } catch (error) {
      this.logger.warn({ err: error }, 'could not tidy the list of unknown devices')
    }
  }
}
