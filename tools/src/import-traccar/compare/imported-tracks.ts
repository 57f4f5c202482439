import type pg from 'pg'

/** Imported positions of a tracker. Times in milliseconds since 1970 UTC. */
export interface ImportedTrack {
  /** First moment of the imported history. */
  since: number
  /** Time of the last position that was read. */
  till: number
}

/** Returns how far the positions of an import were read, by the trackers' ids in Traccar. */
export async function importedTracks(pool: pg.Pool, name: string): Promise<ReadonlyMap<number, ImportedTrack>> {
  const { rows } = await pool.query<{ source_id: string; since: Date; last_fix_at: Date }>(
    'SELECT source_id, since, last_fix_at FROM imported_tracks WHERE import = $1 AND positions > 0',
    [name],
  )
  return new Map(
    rows.map(({ source_id, since, last_fix_at }) => [Number(source_id), { since: since.getTime(), till: last_fix_at.getTime() }]),
  )
}
