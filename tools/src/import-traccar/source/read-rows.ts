import type { Attributes, TraccarDevice, TraccarGeofence, TraccarGroup, TraccarOther, TraccarUser, OtherKind } from './model.js'

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

export const toGroup = (row: Row): TraccarGroup => ({ id: number(row.id), name: text(row.name), groupId: number(row.groupid) })

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

/** Returns a function that reads things of a kind that is not imported, only named. */
export const toOther =
  (kind: OtherKind) =>
  (row: Row): TraccarOther => ({ kind, id: number(row.id), name: NAMES[kind](row) })

const NAMES: Readonly<Record<OtherKind, (row: Row) => string>> = {
  notification: (row) => [text(row.type), text(row.description)].filter(Boolean).join(': '),
  calendar: (row) => text(row.name),
  maintenance: (row) => `${text(row.name)}: ${text(row.type)} from ${number(row.start)}, every ${number(row.period)}`,
  driver: (row) => `${text(row.name)}, key ${text(row.uniqueid)}`,
  'computed attribute': (row) => `${text(row.attribute)} = ${text(row.expression)}`,
  'saved command': (row) => [text(row.type), text(row.description)].filter(Boolean).join(': '),
}
