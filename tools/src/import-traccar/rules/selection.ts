import type { Scope } from '../scope.js'

/** Vehicles of a rule, as Roadbook can select them. */
export interface Selection {
  /** Groups of Traccar that become tags. The rule applies to the vehicles with one of these tags. Empty: to all vehicles. */
  groups: readonly number[]
  /** Vehicles that get a tag of their own for this rule, if no tags of groups select exactly the vehicles. */
  tagged?: readonly number[]
}

interface Fleet {
  scope: Scope
  /** Groups of Traccar that become tags. */
  tags: ReadonlySet<number>
  /** Imported vehicles. */
  devices: ReadonlySet<number>
}

/**
 * Returns how a rule of a business selects vehicles: all vehicles of the business, or those with tags.
 * @param group group that becomes the business, null for the business that gets everything
 * @param vehicles vehicles of this business
 */
export function selectionOf(vehicles: ReadonlySet<number>, group: number | null, { scope, tags, devices }: Fleet): Selection {
  const all = [...scope.vehiclesOf(group)].filter((id) => devices.has(id))
  if (all.every((id) => vehicles.has(id))) return { groups: [] }
  const left = new Set(vehicles)
  const groups: number[] = []
  const sizes = [...tags].map((tag) => ({ tag, of: all.filter((id) => scope.groupsOf(id).includes(tag)) }))
  for (const { tag, of } of sizes.toSorted((a, b) => b.of.length - a.of.length || a.tag - b.tag)) {
    if (of.every((id) => vehicles.has(id)) && of.some((id) => left.has(id))) {
      groups.push(tag)
      for (const id of of) left.delete(id)
    }
  }
  return left.size === 0 ? { groups } : { groups: [], tagged: [...vehicles].toSorted((a, b) => a - b) }
}
