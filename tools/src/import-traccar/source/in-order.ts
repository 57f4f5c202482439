import type { Link, TraccarModel } from './model.js'

/**
 * Sorts a model, so that reading the API and reading the database give the same result. Leaves out groups that a user sees
 * only through a group above. Traccar's API always lists such groups with the assigned ones, and its database never does.
 */
export function inOrder(model: TraccarModel): TraccarModel {
  const byId = <T extends { id: number }>(things: readonly T[]) => [...things].sort((a, b) => a.id - b.id)
  const above = new Map(model.groups.map(({ id, groupId }) => [id, groupId]))
  const linked = new Set(model.links.map(keyOf))
  const isThroughAnother = (link: Link): boolean => {
    if (link.from !== 'user' || link.to !== 'group') return false
    const seen = new Set<number>()
    for (let at = above.get(link.toId); at !== undefined && !seen.has(at); at = above.get(at)) {
      seen.add(at)
      if (linked.has(keyOf({ ...link, toId: at }))) return true
    }
    return false
  }
  return {
    devices: byId(model.devices),
    groups: byId(model.groups),
    users: byId(model.users),
    geofences: byId(model.geofences),
    notifications: byId(model.notifications),
    calendars: byId(model.calendars),
    maintenances: byId(model.maintenances),
    last: [...model.last].sort((a, b) => a.deviceId - b.deviceId),
    others: [...model.others].sort((a, b) => a.kind.localeCompare(b.kind, 'en') || a.id - b.id),
    links: model.links
      .filter((link) => !isThroughAnother(link))
      .sort((a, b) => `${a.from} ${a.to}`.localeCompare(`${b.from} ${b.to}`, 'en') || a.fromId - b.fromId || a.toId - b.toId),
  }
}

const keyOf = ({ from, fromId, to, toId }: Link): string => `${from} ${fromId} ${to} ${toId}`
