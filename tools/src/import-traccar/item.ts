/** Kinds of rows that an import makes, in the order in which it makes them. */
export const KINDS = ['business', 'brand', 'tag', 'device', 'vehicle', 'installation', 'user', 'geofence'] as const
export type Kind = (typeof KINDS)[number]

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
