/**
 * Kinds of rows that an import makes, in the order in which it makes them. A `selection` is a tag that selects the vehicles of
 * an alert rule.
 */
export const KINDS = [
  'business',
  'brand',
  'tag',
  'device',
  'vehicle',
  'installation',
  'user',
  'geofence',
  'selection',
  'rule',
  'maintenance',
] as const
export type Kind = (typeof KINDS)[number]
/** Kinds that `import traccar rules` makes, after the history. */
export const RULES: ReadonlySet<Kind> = new Set(['selection', 'rule', 'maintenance'])

/** Rows to which an alert rule refers, by their ids in Traccar. */
export interface RuleLinks {
  users: readonly { id: number; email: string }[]
  geofences: readonly number[]
  /** Groups whose tags select the vehicles. Empty: all vehicles of the business. */
  groups: readonly number[]
  /** Tag to make for this rule, and the vehicles that get it. */
  tagged?: { name: string; devices: readonly number[] }
}

/** Vehicle that joins a maintenance plan. If it has neither field, its first service is due after a whole interval. */
export interface Joining {
  device: number
  /** Metres until its first service is due. */
  left?: number
  /** Time when its first service is due, milliseconds since 1970 UTC. */
  dueAt?: number
}

/**
 * One row to make. `sourceId` is the id in Traccar, or the name of a brand. `group` is the group to whose business the row
 * belongs. Null means the business that gets everything.
 */
export interface Item {
  kind: Kind
  sourceId: number | string
  /** Name for people. */
  name: string
  group: number | null
  /** Groups whose tags a vehicle gets. */
  tags?: readonly number[]
  /** Only for rules. */
  links?: RuleLinks
  /** Only for maintenance plans: their vehicles. */
  joining?: readonly Joining[]
  /** Body for the API, without references to other rows. */
  body: Readonly<Record<string, unknown>>
}

/** Something in Traccar that Roadbook will not have after the import, wholly or in part. */
export interface Loss {
  kind: string
  id: number
  name: string
  /** Reason why it cannot be imported, or the part that is lost. */
  why: string
  /** Advice to the operator. */
  remedy?: string
}
