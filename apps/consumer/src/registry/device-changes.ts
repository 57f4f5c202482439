import type pg from 'pg'

/** Changes that other transactions committed since the last call. */
export interface Changed {
  /** True if a fact has changed that may concern every tracker. */
  all: boolean
  deviceIds: readonly number[]
}

// Compares transactions and not times. A transaction may commit long after it wrote a change, so a comparison of times could
// miss the change.
const UNSEEN = `FROM device_changes WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`
const CHANGES = `SELECT pg_current_snapshot()::text AS seen,
  $1::pg_snapshot IS NULL OR EXISTS (SELECT ${UNSEEN} AND device_id IS NULL) AS all,
  ARRAY(SELECT DISTINCT device_id ${UNSEEN} AND device_id IS NOT NULL) AS "deviceIds"`
/** Time for which entries are kept. */
const KEPT = '7 days'
const EXPIRED = `DELETE FROM device_changes WHERE at < $1::timestamptz - interval '${KEPT}'`

/**
 * Reads which trackers changed in the registry. A change concerns a tracker's registration, installations or joined trips, the
 * type of its vehicle, or the length of rest that a business chose as the end of trips. Triggers of the changed tables write
 * `device_changes` (`migrations/rules/devices.sql`).
 */
export class DeviceChanges {
  #seen: string | null = null

  constructor(private readonly pool: pg.Pool) {}

  /**
   * Returns each change once. The first call returns `all`.
   * @throws if the database does not answer. The next call then returns these changes too
   */
  async next(): Promise<Changed> {
    const { rows } = await this.pool.query<Changed & { seen: string }>(CHANGES, [this.#seen])
    const { seen, ...changed } = rows[0]!
    this.#seen = seen
    return changed
  }
}

/** Deletes entries that every process has read long ago. */
export async function forgetReadChanges(pool: pg.Pool, now: number): Promise<void> {
  await pool.query(EXPIRED, [new Date(now)])
}
