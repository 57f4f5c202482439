import type { GroupMapping } from './mapping.js'
import type { LinkedKind, TraccarGroup, TraccarModel } from './source/model.js'

/** Relations between groups, vehicles and users of Traccar. They depend on the decision which groups become businesses. */
export interface Scope {
  /** Returns the groups of a device. Its own group comes first, then the group above, and so on. */
  groupsOf(deviceId: number): readonly number[]
  /** Returns the nearest group at or above this one that is a business. Null means the business that gets everything. */
  businessAt(groupId: number): number | null
  businessOfDevice(deviceId: number): number | null
  /**
   * Returns the smallest business that has all vehicles that a user sees, and the number of further vehicles in this business.
   */
  businessFor(userId: number): { group: number | null; sees: number; more: number }
  /**
   * Returns the vehicles of the business that a group becomes, including the businesses below it. With null, returns all
   * vehicles.
   */
  vehiclesOf(group: number | null): ReadonlySet<number>
  /** Returns the smallest business with everything to which a geofence is linked. */
  ownerOfGeofence(geofenceId: number): number | null
  /** Returns the smallest business that has all of these vehicles. */
  businessOf(deviceIds: readonly number[]): number | null
  /** Returns the vehicles that a user sees in Traccar. */
  seenBy(userId: number): ReadonlySet<number>
  /** Returns the vehicles to which a thing is linked, directly or through their groups. */
  linkedTo(kind: LinkedKind, id: number): ReadonlySet<number>
}

/**
 * Breaks circles of groups that contain each other. For this, removes the group above from one group of each circle.
 * @returns the changed model, and these groups
 */
export function withoutCircles(model: TraccarModel): { model: TraccarModel; cut: readonly TraccarGroup[] } {
  const above = new Map(model.groups.map(({ id, groupId }) => [id, groupId]))
  const cut: TraccarGroup[] = []
  for (const group of model.groups) {
    const seen = new Set<number>()
    let at = group.groupId
    while (above.has(at) && at !== group.id && !seen.has(at)) {
      seen.add(at)
      at = above.get(at)!
    }
    if (at !== group.id) continue
    above.set(group.id, 0)
    cut.push(group)
  }
  if (cut.length === 0) return { model, cut }
  return { model: { ...model, groups: model.groups.map((group) => ({ ...group, groupId: above.get(group.id)! })) }, cut }
}

export function scopeOf(model: TraccarModel, mapped: readonly GroupMapping[]): Scope {
  const above = new Map(model.groups.map(({ id, groupId }) => [id, groupId]))
  const businesses = new Set(mapped.filter(({ as }) => as === 'business').map(({ id }) => id))
  const groupOf = new Map(model.devices.map(({ id, groupId }) => [id, groupId]))

  const upwards = (groupId: number): number[] => {
    const path: number[] = []
    for (let at = groupId; above.has(at) && !path.includes(at); at = above.get(at)!) path.push(at)
    return path
  }
  const businessesAt = (groupId: number): number[] => upwards(groupId).filter((id) => businesses.has(id))
  const businessAt = (groupId: number): number | null => businessesAt(groupId)[0] ?? null
  const groupsOf = onceEach((deviceId: number) => upwards(groupOf.get(deviceId) ?? 0))
  const businessOfDevice = (deviceId: number) => businessAt(groupOf.get(deviceId) ?? 0)

  const vehiclesOf = onceEach(
    (group: number | null): ReadonlySet<number> =>
      new Set(model.devices.filter(({ id }) => group === null || groupsOf(id).includes(group)).map(({ id }) => id)),
  )

  const linked = (from: 'user' | 'group' | 'device', fromId: number, to: 'device' | 'group') =>
    model.links.filter((link) => link.from === from && link.fromId === fromId && link.to === to).map(({ toId }) => toId)

  const seenBy = onceEach((userId: number): ReadonlySet<number> => {
    const groups = linked('user', userId, 'group')
    const byGroup = model.devices.filter(({ id }) => groupsOf(id).some((group) => groups.includes(group)))
    return new Set([...linked('user', userId, 'device').filter((id) => groupOf.has(id)), ...byGroup.map(({ id }) => id)])
  })

  const linkedTo = onceEach((thing: `${LinkedKind} ${number}`): ReadonlySet<number> => {
    const links = model.links.filter(({ to, toId }) => `${to} ${toId}` === thing)
    const from = (owner: 'group' | 'device') => new Set(links.filter((link) => link.from === owner).map(({ fromId }) => fromId))
    const [groups, devices] = [from('group'), from('device')]
    const isLinked = (device: number) => devices.has(device) || groupsOf(device).some((group) => groups.has(group))
    return new Set(model.devices.map(({ id }) => id).filter(isLinked))
  })

  /**
   * Returns the smallest business that contains all of several things. Each thing is given as the list of its businesses,
   * from the nearest upwards.
   */
  const common = (paths: readonly (readonly number[])[]): number | null => {
    const [first, ...others] = paths
    return first?.find((group) => others.every((path) => path.includes(group))) ?? null
  }

  return {
    groupsOf,
    businessAt,
    businessOfDevice,
    vehiclesOf,
    seenBy,
    businessOf: (deviceIds) => common(deviceIds.map((id) => businessesAt(groupOf.get(id) ?? 0))),
    linkedTo: (kind, id) => linkedTo(`${kind} ${id}`),
    businessFor(userId) {
      const seen = seenBy(userId)
      const groups = linked('user', userId, 'group')
      // A user may have a group without vehicles.
      const paths = [...groups.map(businessesAt), ...[...seen].map((id) => businessesAt(groupOf.get(id) ?? 0))]
      const group = common(paths)
      return { group, sees: seen.size, more: vehiclesOf(group).size - seen.size }
    },
    ownerOfGeofence(geofenceId) {
      const links = model.links.filter(({ to, toId }) => to === 'geofence' && toId === geofenceId)
      const paths = links.flatMap(({ from, fromId }) => {
        if (from === 'group') return [businessesAt(fromId)]
        return from === 'device' ? [businessesAt(groupOf.get(fromId) ?? 0)] : []
      })
      return common(paths)
    },
  }
}

/** Returns a function that computes each answer once, because many rules ask the same. */
function onceEach<Of, Answer>(compute: (of: Of) => Answer): (of: Of) => Answer {
  const known = new Map<Of, Answer>()
  return (of) => {
    const answer = known.get(of) ?? compute(of)
    known.set(of, answer)
    return answer
  }
}
