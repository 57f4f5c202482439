import { isTrackerId } from '@roadbook/contracts/written-tracker-id'
import { KPH_PER_KNOT, numberIn, short } from './attributes.js'
import { type Item, KINDS, type Loss } from './item.js'
import type { DeviceMapping, GroupMapping, Mapping, UserMapping } from './mapping.js'
import { planMaintenances } from './rules/maintenance.js'
import { planRules, type Taken } from './rules/plan-rules.js'
import { readArea } from './source/read-area.js'
import { refusedOf } from './refused.js'
import { scopeOf, type Scope, withoutCircles } from './scope.js'
import { OTHERS, type TraccarDevice, type TraccarGeofence, type TraccarModel, type TraccarUser } from './source/model.js'

export interface Plan {
  /** For each kind of thing: how many Traccar has, and how many of them are imported. */
  counts: Readonly<Record<string, { found: number; taken: number }>>
  items: readonly Item[]
  /** Things that are not imported, or not completely. */
  losses: readonly Loss[]
  /** Values that Roadbook needs and Traccar does not have, so that the import has filled them in. */
  filledIn: readonly Loss[]
  /** Notifications that are equal to others, so that they become one alert rule. */
  merged: readonly Loss[]
  /** Things that Roadbook has already. */
  present?: readonly Loss[]
}

/**
 * Plans an import. The same model and mapping give the same plan at the same moment.
 * @param intoType type of the business that gets everything
 * @param now moment from which services by date are due, milliseconds since 1970 UTC
 */
export function planOf(given: TraccarModel, mapping: Mapping, intoType = 'enterprise', now = Date.now()): Plan {
  const { model, cut } = withoutCircles(given)
  const scope = scopeOf(model, mapping.groups)
  const losses: Loss[] = []
  const filledIn: Loss[] = []
  for (const { id, name } of cut)
    losses.push({
      kind: 'group',
      id,
      name,
      why: 'it is above and below the same group, so it is below none here',
      remedy: 'correct it in Traccar',
    })
  const groups = planGroups(model, mapping, scope, losses)
  const devices = planDevices(model, mapping, scope, { losses, filledIn })
  const users = planUsers(model, mapping, scope, losses)
  const geofences = planGeofences(model, mapping, losses)
  const taken = takenBy(devices, users, geofences)
  const rules = planRules({ model, mapping, scope, taken })
  losses.push(...rules.losses)
  const maintenances = planMaintenances(model, mapping, { scope, devices: taken.devices, losses, now })
  for (const { kind, id, name } of model.others) losses.push({ kind, id, name, ...NOT_TAKEN[kind] })
  const items = [...groups, ...brandsOf(devices), ...devices, ...users, ...geofences, ...rules.items, ...maintenances].sort(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
  )
  losses.push(...refusedOf(items, intoType))
  return {
    counts: {
      groups: { found: model.groups.length, taken: groups.length },
      devices: { found: model.devices.length, taken: devices.length / 3 },
      users: { found: model.users.length, taken: users.length },
      geofences: { found: model.geofences.length, taken: geofences.length },
      notifications: { found: model.notifications.length, taken: rules.notifications },
      calendars: { found: model.calendars.length, taken: model.calendars.filter(({ id }) => rules.calendars.has(id)).length },
      maintenances: { found: model.maintenances.length, taken: maintenances.length },
      ...Object.fromEntries(
        OTHERS.map((kind) => [`${kind}s`, { found: model.others.filter((one) => one.kind === kind).length, taken: 0 }]),
      ),
    },
    items,
    losses,
    filledIn,
    merged: rules.merged,
  }
}

/** Returns the things that rules may refer to. */
function takenBy(devices: readonly Item[], users: readonly Item[], geofences: readonly Item[]): Taken {
  const idsOf = (items: readonly Item[]) => new Set(items.map(({ sourceId }) => Number(sourceId)))
  return {
    devices: idsOf(devices),
    users: new Map(users.map(({ sourceId, name, group }) => [Number(sourceId), { email: name, group }])),
    geofences: idsOf(geofences),
  }
}

const NOT_TAKEN = {
  driver: { why: 'there are no drivers; a position keeps the key that the driver showed' },
  'computed attribute': { why: 'there are no computed attributes; positions have those that Traccar had computed' },
  'saved command': { why: 'there are no saved commands' },
} as const

/**
 * Plans the brands. Each vehicle needs its brand in the catalogue, so brands are made first, in the business that gets
 * everything.
 */
function brandsOf(devices: readonly Item[]): Item[] {
  const brands = new Set(devices.flatMap(({ kind, body }) => (kind === 'vehicle' ? [String(body.brand)] : [])))
  return [...brands].map((name) => ({ kind: 'brand', sourceId: name, name, group: null, body: { name, type: 'brand' } }))
}

/** Plans businesses and tags. A business comes before the businesses below it. */
function planGroups(model: TraccarModel, mapping: Mapping, scope: Scope, losses: Loss[]): Item[] {
  const above = new Map(model.groups.map(({ id, groupId }) => [id, groupId]))
  const depthOf = (id: number): number => {
    const seen = new Set<number>()
    for (let at = id; above.has(at) && !seen.has(at); at = above.get(at)!) seen.add(at)
    return seen.size
  }
  const toItem = ({ id, name, as, new_name, business_type }: GroupMapping): Item[] => {
    // The business of a group is placed below the business of the nearest group above.
    const group = scope.businessAt(above.get(id) ?? 0)
    if (as === 'business')
      return [{ kind: 'business', sourceId: id, name: new_name, group, body: { name: new_name, type: business_type } }]
    if (as === 'tag') return [{ kind: 'tag', sourceId: id, name: new_name, group, body: { name: new_name, type: 'general' } }]
    losses.push({ kind: 'group', id, name, why: 'the mapping file does not take it; its vehicles go to the business above' })
    return []
  }
  return [...mapping.groups].sort((a, b) => depthOf(a.id) - depthOf(b.id)).flatMap(toItem)
}

type Lists = { losses: Loss[]; filledIn: Loss[] }

/**
 * Attributes of a device that Traccar itself reads (`Keys.java`, `attributes` of a device). Roadbook has nothing that
 * corresponds to them.
 */
const OF_TRACCAR =
  /^(speedLimit|report\.|web\.|decoder\.|processing\.|filter\.|fuelDropThreshold|devicePassword|deviceInactivity|ui\.)/

function planDevices(model: TraccarModel, mapping: Mapping, scope: Scope, lists: Lists): Item[] {
  const byId = new Map(model.devices.map((device) => [device.id, device]))
  const tags = new Set(mapping.groups.filter(({ as }) => as === 'tag').map(({ id }) => id))
  const imeis = new Map<string, string>()
  return mapping.devices.flatMap((mapped) => {
    const device = byId.get(mapped.id)
    if (!device) return []
    const why = refusalOf(mapped, device, imeis)
    if (why) {
      lists.losses.push({ kind: 'device', id: mapped.id, name: `${device.name} (${device.uniqueId})`, ...why })
      return []
    }
    noteDifferences(mapped, device, lists)
    const group = scope.businessOfDevice(device.id)
    const common = { sourceId: device.id, name: mapped.name, group }
    return [
      { ...common, kind: 'device' as const, body: deviceBody(mapped, device) },
      {
        ...common,
        kind: 'vehicle' as const,
        tags: scope.groupsOf(device.id).filter((id) => tags.has(id)),
        body: vehicleBody(mapped),
      },
      { ...common, kind: 'installation' as const, body: {} },
    ]
  })
}

function refusalOf(
  mapped: DeviceMapping,
  device: TraccarDevice,
  imeis: Map<string, string>,
): Pick<Loss, 'why' | 'remedy'> | undefined {
  if (!mapped.take)
    return { why: device.disabled ? 'it is disabled in Traccar' : 'the mapping file does not take it', remedy: TAKE }
  if (mapped.imei === null)
    return {
      why: `its identifier ${device.uniqueId} is no IMEI, which every tracker has here`,
      remedy: `enter the 15 digits from the tracker's label as "imei"; it may go on sending ${device.uniqueId}`,
    }
  if (mapped.imei !== device.uniqueId && !isTrackerId(device.uniqueId))
    return {
      why: `its identifier ${device.uniqueId} has more than 20 letters, digits, dots, - or _, or others`,
      remedy: 'change it in Traccar',
    }
  const other = imeis.get(mapped.imei)
  if (other) return { why: `${other} has the same IMEI` }
  imeis.set(mapped.imei, device.name)
  return undefined
}

const TAKE = 'set "take" to true'

function deviceBody(mapped: DeviceMapping, { uniqueId, name, model, phone, contact }: TraccarDevice): Item['body'] {
  const description = [phone && `SIM ${phone}`, contact].filter(Boolean).join(', ').slice(0, 500)
  return {
    imei: mapped.imei,
    title: name.slice(0, 100),
    ...(uniqueId !== mapped.imei && { tracker_id: uniqueId }),
    ...(model && { model: model.slice(0, 100) }),
    ...(description && { description }),
  }
}

const vehicleBody = ({ name, frame_number, license_plate, vehicle_type, brand }: DeviceMapping): Item['body'] => ({
  name,
  frame_number,
  license_plate,
  vehicle_type,
  brand,
})

/** Records values that the import fills in, and attributes that are lost. */
function noteDifferences(
  mapped: DeviceMapping,
  { id, name, uniqueId, attributes, model }: TraccarDevice,
  { losses, filledIn }: Lists,
): void {
  const filled = [
    mapped.frame_number.startsWith(uniqueId) && `frame number ${mapped.frame_number}`,
    mapped.license_plate === uniqueId.slice(-20).padEnd(4, '-') && `license plate ${mapped.license_plate}`,
    mapped.brand === 'unknown' && 'brand unknown',
    mapped.name !== name && `name ${mapped.name}`,
  ].filter(Boolean)
  if (filled.length > 0) filledIn.push({ kind: 'device', id, name, why: filled.join(', ') })
  const kept = new Set([mapped.frame_number, mapped.license_plate, mapped.brand, model])
  for (const [key, value] of Object.entries(attributes)) {
    if (kept.has(String(value))) continue
    const why = OF_TRACCAR.test(key) ? 'is a setting of Traccar' : 'has no field here'
    losses.push({ kind: 'device', id, name, why: `attribute ${key} = ${short(value)} ${why}` })
  }
}

function planUsers(model: TraccarModel, mapping: Mapping, scope: Scope, losses: Loss[]): Item[] {
  const byId = new Map(model.users.map((user) => [user.id, user]))
  const businesses = new Set(mapping.groups.filter(({ as }) => as === 'business').map(({ id }) => id))
  return mapping.users.flatMap((mapped) => {
    const user = byId.get(mapped.id)
    if (!user) return []
    const lose = (why: string, remedy?: string) =>
      void losses.push({ kind: 'user', id: user.id, name: `${user.name} <${user.email}>`, why, ...(remedy && { remedy }) })
    const group = mapped.business_of_group
    if (!/^\S+@\S+\.\S+$/.test(user.email)) lose('has no e-mail address, to which an invitation could go', 'enter it in Traccar')
    else if (group !== null && !businesses.has(group)) lose(`group ${group} is no business`, 'correct "business_of_group"')
    else if (!mapped.take) lose(...reasonToLeave(user, scope))
    else {
      const { sees } = scope.businessFor(user.id)
      const more = scope.vehiclesOf(group).size - sees
      if (more > 0 && !user.administrator) lose(`will see ${counted(more)} that they do not see in Traccar`)
      if (user.administrator || user.userLimit !== 0)
        lose(`manages others in Traccar; here they begin as ${mapped.role}`, 'give them the role manager in the portal')
      if (user.expirationTime) lose(`their account would end on ${user.expirationTime.slice(0, 10)}; here it does not`)
      return [{ kind: 'user' as const, sourceId: user.id, name: user.email, group, body: userBody(mapped, user, mapping) }]
    }
    return []
  })
}

const counted = (vehicles: number): string => `${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`

function reasonToLeave(user: TraccarUser, scope: Scope): [why: string, remedy?: string] {
  if (user.disabled) return ['is disabled in Traccar']
  if (user.temporary) return ['is a temporary account']
  const { sees, more } = scope.businessFor(user.id)
  if (more > 0)
    return [
      `sees ${counted(sees)} in Traccar, and would see ${more} more, because users see all of their business`,
      'make a business of the vehicles, or set "take" to true and choose "business_of_group"',
    ]
  return ['the mapping file does not take it', TAKE]
}

const LOCALES = ['nl', 'en', 'de', 'fr']

function userBody(mapped: UserMapping, { email, phone, attributes }: TraccarUser, { invite_users }: Mapping): Item['body'] {
  const language = typeof attributes.language === 'string' ? attributes.language.slice(0, 2) : ''
  return {
    first_name: mapped.first_name,
    last_name: mapped.last_name,
    email,
    role_name: mapped.role,
    invite: invite_users,
    ...(LOCALES.includes(language) && { locale: language }),
    ...(phone && phone.length <= 40 && { phone }),
  }
}

function planGeofences(model: TraccarModel, mapping: Mapping, losses: Loss[]): Item[] {
  const byId = new Map(model.geofences.map((geofence) => [geofence.id, geofence]))
  const businesses = new Set(mapping.groups.filter(({ as }) => as === 'business').map(({ id }) => id))
  return mapping.geofences.flatMap(({ id, take, business_of_group: group }) => {
    const geofence = byId.get(id)
    if (!geofence) return []
    const { name, attributes } = geofence
    const lose = (why: string, remedy?: string) =>
      void losses.push({ kind: 'geofence', id, name, why, ...(remedy && { remedy }) })
    const area = readArea(geofence.area, numberIn(attributes, 'polylineDistance'))
    if (!take) lose('the mapping file does not take it', TAKE)
    else if (group !== null && !businesses.has(group)) lose(`group ${group} is no business`, 'correct "business_of_group"')
    else if (typeof area === 'string') lose(area)
    else {
      if (isOnlyUsers(id, model)) lose('only its users see it in Traccar; here everybody in its business does')
      for (const why of lostOf(geofence)) lose(why)
      const limit = numberIn(attributes, 'speedLimit')
      const description = geofence.description?.slice(0, 250)
      const body = {
        name: name.slice(0, 100) || `Geofence ${id}`,
        ...area,
        ...(description && { description }),
        ...(limit !== undefined && limit > 0 && { limit_kph: Math.min(250, Math.max(1, Math.round(limit * KPH_PER_KNOT))) }),
      }
      return [{ kind: 'geofence' as const, sourceId: id, name: body.name, group, body }]
    }
    return []
  })
}

/** Returns true if a geofence is linked only to users who are not administrators, and not to a group or device. */
function isOnlyUsers(id: number, { links, users }: TraccarModel): boolean {
  const administrators = new Set(users.filter(({ administrator }) => administrator).map((user) => user.id))
  const linked = links.filter(({ to, toId }) => to === 'geofence' && toId === id)
  return linked.every(({ from }) => from === 'user') && linked.some(({ fromId }) => !administrators.has(fromId))
}

const TAKEN = new Set(['polylineDistance', 'speedLimit', 'color', 'hide'])

function lostOf({ calendarId, attributes }: TraccarGeofence): string[] {
  const lost = calendarId > 0 ? [`holds only at the times of calendar ${calendarId}; here it always holds`] : []
  for (const [key, value] of Object.entries(attributes)) {
    if (!TAKEN.has(key)) lost.push(`attribute ${key} = ${short(value)} has no field here`)
  }
  return lost
}
