import type { Kind } from '../item.js'

/** Table of each kind. */
export const TABLES: Readonly<Record<Kind, string>> = {
  business: 'businesses',
  brand: 'tags',
  tag: 'tags',
  device: 'devices',
  vehicle: 'entities',
  installation: 'installations',
  user: 'users',
  geofence: 'geofences',
  selection: 'tags',
  rule: 'alert_rules',
  maintenance: 'maintenance_plans',
}

/** Returns SQL for the ids of the rows that an import made. Parameter `$1` is the name of the import. */
export const made = (...kinds: Kind[]): string => `(${used(...kinds).slice(1, -1)} AND NOT adopted)`

/** Returns SQL for the ids of the rows that an import made or uses. Rows that it uses existed before. */
export const used = (...kinds: Kind[]): string =>
  `(SELECT target_id FROM imported_rows WHERE import = $1 AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}))`
