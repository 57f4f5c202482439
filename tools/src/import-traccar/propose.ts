import type { Scope } from './scope.js'
import type { TraccarDevice, TraccarGroup, TraccarModel, TraccarNotification, TraccarUser } from './source/model.js'
import {
  EMPTY,
  type AlertMapping,
  type DeviceMapping,
  type GeofenceMapping,
  type GroupMapping,
  type Mapping,
  type UserMapping,
} from './mapping.js'
import { proposedName, proposedThreshold } from './rules/causes.js'
import { scopeOf, withoutCircles } from './scope.js'

/**
 * Proposes for each thing in Traccar what the import makes of it. Existing entries of the mapping stay unchanged, because
 * the operator may have edited them. Entries of things that Traccar no longer has are left out.
 */
export function propose(given: TraccarModel, before: Mapping = EMPTY): Mapping {
  const { model } = withoutCircles(given)
  const groups = keep(before.groups, model.groups, (group) => proposeGroup(group, model))
  const scope = scopeOf(model, groups)
  return {
    ...before,
    groups,
    devices: keep(before.devices, model.devices, proposeDevice),
    users: keep(before.users, model.users, (user) => proposeUser(user, scope)),
    geofences: keep(before.geofences, model.geofences, ({ id, name }): GeofenceMapping => {
      return { id, name, take: true, business_of_group: scope.ownerOfGeofence(id) }
    }),
    alerts: keep(before.alerts, model.notifications, proposeAlert),
    maintenances: keep(before.maintenances, model.maintenances, ({ id, name }) => {
      return { id, name: name.slice(0, 100) || `Maintenance ${id}`, take: true }
    }),
  }
}

const proposeAlert = (notification: TraccarNotification): AlertMapping => ({
  id: notification.id,
  name: proposedName(notification),
  take: true,
  mail: notification.notificators.includes('mail') ? 'each' : 'never',
  threshold: proposedThreshold(notification),
  ignore_calendar: false,
})

function keep<T extends { id: number }, Entry extends { id: number }>(
  before: readonly Entry[],
  things: readonly T[],
  make: (thing: T) => Entry,
): Entry[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  return things.map((thing) => known.get(thing.id) ?? make(thing))
}

/**
 * A group becomes a business if some user may see this group and not all others, because Roadbook can restrict users only
 * to businesses. Any other group becomes a tag.
 */
function proposeGroup({ id, name }: TraccarGroup, { groups, links, users }: TraccarModel): GroupMapping {
  const administrators = new Set(users.filter(({ administrator }) => administrator).map((user) => user.id))
  const isSeen = links.some(({ from, fromId, to, toId }) => {
    return from === 'user' && to === 'group' && toId === id && !administrators.has(fromId)
  })
  const hasGroups = groups.some(({ groupId }) => groupId === id)
  return {
    id,
    name,
    as: isSeen ? 'business' : 'tag',
    new_name: name.slice(0, 100) || `Group ${id}`,
    business_type: hasGroups ? 'enterprise' : 'company',
  }
}

/** Names of attributes, in lower case. Operators use these attributes for data that a vehicle in Roadbook needs. */
const FRAME = ['vin', 'chassis', 'chassisnumber', 'framenumber', 'frame_number', 'frame']
const PLATE = ['licenseplate', 'license_plate', 'plate', 'platenumber', 'registration', 'registrationnumber', 'kennzeichen']
const BRAND = ['brand', 'make', 'manufacturer']

/** Traccar's categories (`web` of Traccar 6.14) with another type than `automobile`. */
const TYPES: Readonly<Record<string, DeviceMapping['vehicle_type']>> = {
  bicycle: 'eBike',
  motorcycle: 'moped',
  scooter: 'moped',
  animal: 'other',
  arrow: 'other',
  boat: 'other',
  crane: 'other',
  default: 'other',
  helicopter: 'other',
  person: 'other',
  plane: 'other',
  ship: 'other',
  tractor: 'other',
  trailer: 'other',
  train: 'other',
  tram: 'other',
}

function proposeDevice(device: TraccarDevice): DeviceMapping {
  const { id, uniqueId, name, category } = device
  const imei = /^\d{15}$/.test(uniqueId) ? uniqueId : null
  return {
    id,
    unique_id: uniqueId,
    take: !device.disabled,
    imei,
    name: (name.length >= 4 ? name : `${name} ${uniqueId}`).trim().slice(0, 100).padEnd(4, '-'),
    frame_number: attributeOf(device, FRAME, 50) ?? uniqueId.slice(0, 50).padEnd(4, '-'),
    license_plate: attributeOf(device, PLATE, 20) ?? uniqueId.slice(-20).padEnd(4, '-'),
    vehicle_type: category ? (TYPES[category] ?? 'automobile') : 'other',
    brand: attributeOf(device, BRAND, 100, 1) ?? 'unknown',
  }
}

/** Returns the value of the first attribute that has one of these names and a value of an allowed length. */
function attributeOf({ attributes }: TraccarDevice, names: readonly string[], most: number, least = 4): string | undefined {
  const entries = Object.entries(attributes).filter(([name]) => names.includes(name.toLowerCase()))
  const texts = entries.flatMap(([, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value).trim()] : [],
  )
  return texts.find((text) => text.length >= least && text.length <= most)
}

/**
 * A user is proposed if a business has exactly the vehicles that the user sees in Traccar. Otherwise the user would see
 * more vehicles in Roadbook, so the operator must decide.
 */
function proposeUser(user: TraccarUser, scope: Scope): UserMapping {
  const [first = '', ...rest] = user.name.split(/\s+/)
  const before = user.email.split('@')[0] ?? ''
  const { group, more } = user.administrator ? { group: null, more: 0 } : scope.businessFor(user.id)
  return {
    id: user.id,
    email: user.email,
    take: more === 0 && !user.disabled && !user.temporary,
    first_name: (first || before || 'User').slice(0, 100),
    last_name: (rest.join(' ') || before || 'User').slice(0, 100),
    role: roleOf(user),
    business_of_group: group,
  }
}

function roleOf({ administrator, readonly, deviceReadonly }: TraccarUser): UserMapping['role'] {
  if (administrator) return 'dealer'
  return readonly || deviceReadonly ? 'reporter' : 'dealer'
}
