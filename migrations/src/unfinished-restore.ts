import type { Ask } from './timescale.js'

/**
 * Marks a new database into which a backup is restored. The transaction that loads the rows removes the mark. So a database
 * with this mark has a schema, but no rows of users yet.
 */
export const BEGIN_RESTORE = 'CREATE TABLE IF NOT EXISTS public.unfinished_restore (begun_at timestamptz NOT NULL DEFAULT now())'
export const END_RESTORE = 'DROP TABLE public.unfinished_restore'

/** Returns true if a restore into this database has begun and has not ended. */
export async function isRestoreUnfinished(ask: Ask): Promise<boolean> {
  const [mark] = await ask<{ name: string | null }>("SELECT to_regclass('public.unfinished_restore')::text AS name")
  return mark?.name != null
}
