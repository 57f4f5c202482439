import type pg from 'pg'

/** Maximum number of backups that stay recorded. If there are more, the records of the oldest backups are deleted. */
const REMEMBERED = 100

export interface MadeBackup {
  /** Moment of the data, by the clock of the database. */
  takenAt: Date
  /** File as given to the command; `-` is the standard output. */
  file: string
  bytes: number
}

/** Returns the present moment by the clock of the database. */
export async function databaseNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT now()')
  return rows[0]!.now
}

/**
 * Records for `doctor` and the metric that a backup was written. The backup is possibly not verified. A database with the
 * schema of an older release has no place for the record.
 */
export async function recordBackup(pool: pg.Pool, { takenAt, file, bytes }: MadeBackup): Promise<void> {
  if (!(await hasRecords(pool))) return
  await pool.query('INSERT INTO backups (taken_at, file, bytes) VALUES ($1, $2, $3)', [takenAt, file, bytes])
  await pool.query('DELETE FROM backups WHERE id <= (SELECT max(id) FROM backups) - $1', [REMEMBERED])
}

/** Returns the newest backup that is recorded. */
export async function lastBackup(pool: pg.Pool): Promise<MadeBackup | undefined> {
  if (!(await hasRecords(pool))) return undefined
  const { rows } = await pool.query<MadeBackup>(
    'SELECT taken_at AS "takenAt", file, bytes FROM backups ORDER BY taken_at DESC LIMIT 1',
  )
  return rows[0]
}

async function hasRecords(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_there: boolean }>("SELECT to_regclass('backups') IS NOT NULL AS is_there")
  return rows[0]!.is_there
}
