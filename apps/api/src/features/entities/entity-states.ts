import { sql } from '../../database/sql.js'

/** Where an entity is in its life. Aliases as in `entity-sql.ts`. */
export const LIFECYCLE = sql`CASE WHEN p.has_open_case THEN 'missing' WHEN i.id IS NOT NULL THEN 'installed' ELSE 'unregistered' END`

/** G-41: heard within three minutes; not for 26 hours. Alias s. */
export const LIVE = sql`coalesce(s.judged_at >= now() - interval '3 minutes', FALSE)`
export const SILENT = sql`coalesce(s.judged_at < now() - interval '26 hours', TRUE)`

/**
 * The state that the portal draws (G-41), judged as it judges: missing, silent for 26 h, moving if heard within the hour, idle.
 * Whose whereabouts are hidden is never said to move; with an open case they are missing to everybody, so this needs no caller.
 */
export const MARKER_STATE = sql`CASE WHEN p.has_open_case THEN 'missing'
  WHEN s.judged_at IS NULL OR s.judged_at < now() - interval '26 hours' THEN 'offline'
  WHEN s.moving AND s.judged_at >= now() - interval '1 hour' THEN 'moving'
  ELSE 'idle' END`
