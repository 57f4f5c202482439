/** JSON object of `attributes`. Its keys are not limited to known names. */
export type Attributes = Readonly<Record<string, unknown>>

/** Fields as in `Device.java` of Traccar 6.14. Names of groups and categories are free texts. */
export interface TraccarDevice {
  id: number
  name: string
  uniqueId: string
  /** 0 if the device is in no group. */
  groupId: number
  phone: string | null
  model: string | null
  contact: string | null
  category: string | null
  disabled: boolean
  attributes: Attributes
}

export interface TraccarGroup {
  id: number
  name: string
  /** The group above, 0 if there is none. */
  groupId: number
  attributes: Attributes
}

/** Fields as in `User.java`, without anything that is secret. */
export interface TraccarUser {
  id: number
  name: string
  email: string
  phone: string | null
  administrator: boolean
  readonly: boolean
  deviceReadonly: boolean
  disabled: boolean
  /** Number of users that the user may manage. -1 means any number, 0 means none. */
  userLimit: number
  temporary: boolean
  /** ISO 8601, or null. */
  expirationTime: string | null
  attributes: Attributes
}

export interface TraccarGeofence {
  id: number
  name: string
  description: string | null
  /** WKT with the latitude first. */
  area: string
  calendarId: number
  attributes: Attributes
}

/** Notification about an event, with the fields of `Notification.java`. It goes to the users to whom it is linked. */
export interface TraccarNotification {
  id: number
  /** Type of the event (`Event.java`). */
  type: string
  description: string | null
  /** True if it applies to all devices that its users see. False if it applies to those to which it is linked. */
  always: boolean
  /** 0 if it applies at all times. */
  calendarId: number
  /** Ways to send it, such as `mail` and `web`. */
  notificators: readonly string[]
  attributes: Attributes
}

export interface TraccarCalendar {
  id: number
  name: string
  /** iCalendar (RFC 5545). */
  ical: string
}

/** Event that recurs when a value of the positions reaches a start, and then after every period (`Maintenance.java`). */
export interface TraccarMaintenance {
  id: number
  name: string
  /** Attribute or time of a position, such as `totalDistance` (metres), `hours` (milliseconds) or `fixTime`. */
  type: string
  start: number
  period: number
  attributes: Attributes
}

/** Newest position of a device. Times in milliseconds since 1970 UTC. */
export interface LastPosition {
  deviceId: number
  fixTime: number
  /** Time when Traccar received the position. */
  serverTime: number
  attributes: Attributes
}

/** Kinds of things that are only counted and named, and not imported. */
export const OTHERS = ['driver', 'computed attribute', 'saved command'] as const
export type OtherKind = (typeof OTHERS)[number]

export interface TraccarOther {
  kind: OtherKind
  id: number
  /** Short text by which the operator recognises the thing. */
  name: string
}

/** Kinds that a link can lead to. */
export type LinkedKind = 'device' | 'group' | 'geofence' | 'notification' | 'maintenance'
/** Permission or assignment: `from` may see, or has, `to`. */
export interface Link {
  from: 'user' | 'group' | 'device'
  fromId: number
  to: LinkedKind
  toId: number
}

/**
 * Everything that an import takes from a Traccar server, except positions. Reading the API and reading the database give
 * the same model.
 */
export interface TraccarModel {
  devices: readonly TraccarDevice[]
  groups: readonly TraccarGroup[]
  users: readonly TraccarUser[]
  geofences: readonly TraccarGeofence[]
  notifications: readonly TraccarNotification[]
  calendars: readonly TraccarCalendar[]
  maintenances: readonly TraccarMaintenance[]
  /** Newest positions. Empty if there is no maintenance, because only maintenance needs them. */
  last: readonly LastPosition[]
  others: readonly TraccarOther[]
  links: readonly Link[]
}

/** Place in the positions of one device. The positions are read in the order of fix time and id. */
export interface Cursor {
  /** Milliseconds since 1970 UTC. */
  fixTime: number
  id: number
}

export interface TraccarPosition extends Cursor {
  /** Time when Traccar received the position, milliseconds since 1970 UTC. */
  serverTime: number
  /** JSON of the position, with the fields of `Position.java`. */
  json: string
}

/** Interface for reading a Traccar server. */
export interface TraccarSource {
  model(): Promise<TraccarModel>
  /** Reads only the devices, with their identifiers. */
  devices(): Promise<readonly TraccarDevice[]>
  /**
   * Reads the positions of a device after a place, in order.
   * @yields pages that are never empty
   */
  positions(deviceId: number, after: Cursor): AsyncIterable<readonly TraccarPosition[]>
  close(): Promise<void>
}
