import type {
  Attributes,
  LastPosition,
  OtherKind,
  TraccarCalendar,
  TraccarDevice,
  TraccarGeofence,
  TraccarGroup,
  TraccarMaintenance,
  TraccarNotification,
  TraccarOther,
  TraccarUser,
} from './model.js'

/** One object of Traccar, as its API or its database returns it. Names of fields are in lower case. */
export type Row = Readonly<Record<string, unknown>>

/** Converts names of fields to lower case, like the columns of the database. */
export const inSmallLetters = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const textOrNull = (value: unknown): string | null => text(value) || null
const number = (value: unknown): number => {
  const read = Number(value ?? 0)
  return Number.isFinite(read) ? read : 0
}

/** Reads `attributes`: an object in the API, JSON as text in the database. */
function attributesOf({ attributes }: Row): Attributes {
  const value: unknown = typeof attributes === 'string' && attributes !== '' ? JSON.parse(attributes) : attributes
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {}
}

export const toDevice = (row: Row): TraccarDevice => ({
  id: number(row.id),
  name: text(row.name),
  uniqueId: text(row.uniqueid),
  groupId: number(row.groupid),
  phone: textOrNull(row.phone),
  model: textOrNull(row.model),
  contact: textOrNull(row.contact),
  category: textOrNull(row.category),
  disabled: row.disabled === true,
  attributes: attributesOf(row),
})

export const toGroup = (row: Row): TraccarGroup => ({
  id: number(row.id),
  name: text(row.name),
  groupId: number(row.groupid),
  attributes: attributesOf(row),
})

export const toUser = (row: Row): TraccarUser => ({
  id: number(row.id),
  name: text(row.name),
  email: text(row.email),
  phone: textOrNull(row.phone),
  administrator: row.administrator === true,
  readonly: row.readonly === true,
  deviceReadonly: row.devicereadonly === true,
  disabled: row.disabled === true,
  userLimit: number(row.userlimit),
  temporary: row.temporary === true,
  expirationTime: row.expirationtime instanceof Date ? row.expirationtime.toISOString() : textOrNull(row.expirationtime),
  attributes: attributesOf(row),
})

export const toGeofence = (row: Row): TraccarGeofence => ({
  id: number(row.id),
  name: text(row.name),
  description: textOrNull(row.description),
  area: text(row.area),
  calendarId: number(row.calendarid),
  attributes: attributesOf(row),
})

export const toNotification = (row: Row): TraccarNotification => ({
  id: number(row.id),
  type: text(row.type),
  description: textOrNull(row.description),
  always: row.always === true,
  calendarId: number(row.calendarid),
  notificators: text(row.notificators).split(/[, ]+/).filter(Boolean).sort(),
  attributes: attributesOf(row),
})

/** Reads a calendar. Its data is base64 in the API, and bytes in the database. */
export const toCalendar = (row: Row): TraccarCalendar => ({
  id: number(row.id),
  name: text(row.name),
  ical: (row.data instanceof Uint8Array ? Buffer.from(row.data) : Buffer.from(text(row.data), 'base64')).toString('utf8'),
})

export const toMaintenance = (row: Row): TraccarMaintenance => ({
  id: number(row.id),
  name: text(row.name),
  type: text(row.type),
  start: number(row.start),
  period: number(row.period),
  attributes: attributesOf(row),
})

export const toLastPosition = (row: Row): LastPosition => ({
  deviceId: number(row.deviceid),
  fixTime: timeOf(row.fixtime),
  serverTime: timeOf(row.servertime),
  attributes: attributesOf(row),
})

/** Reads a time: ISO 8601 in the API, a date from the database. */
const timeOf = (value: unknown): number => new Date(value as string | Date).getTime()

/** Returns a function that reads things of a kind that is not imported, only named. */
export const toOther =
  (kind: OtherKind) =>
  (row: Row): TraccarOther => ({ kind, id: number(row.id), name: NAMES[kind](row) })

const NAMES: Readonly<Record<OtherKind, (row: Row) => string>> = {
  driver: (row) => `${text(row.name)}, key ${text(row.uniqueid)}`,
  'computed attribute': (row) => `${text(row.attribute)} = ${text(row.expression)}`,
  'saved command': (row) => [text(row.type), text(row.description)].filter(Boolean).join(': '),
}
