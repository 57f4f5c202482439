import { sql } from '../../database/sql.js'

/** Lifecycle of an entity. Aliases as in `entity-sql.ts`. */
export const LIFECYCLE = sql`CASE WHEN p.has_open_case THEN 'missing' WHEN i.id IS NOT NULL THEN 'installed' ELSE 'unregistered' END`

/** Condition that the last data arrived within the last 3 minutes. Alias: s state. */
export const LIVE = sql`coalesce(s.judged_at >= now() - interval '3 minutes', FALSE)`
export const SILENT = sql`coalesce(s.judged_at < now() - interval '26 hours', TRUE)`

/**
 * State of the marker (G-41). The portal decides in the same way: missing, offline (silent for 26 hours), moving (only if
 * data arrived within the last hour), or idle. A vehicle with a hidden location never appears as moving. The condition does
 * not depend on the caller, because a vehicle with an open case is missing for every caller.
 */
export const MARKER_STATE = sql`CASE WHEN p.has_open_case THEN 'missing'
  WHEN s.judged_at IS NULL OR s.judged_at < now() - interval '26 hours' THEN 'offline'
  WHEN s.moving AND s.judged_at >= now() - interval '1 hour' THEN 'moving'
  ELSE 'idle' END`
