import { z } from 'zod'

/** Version of the file's format. A later release with another version must read both versions. */
const FORMAT = 1

const vehicleTypes = ['eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other'] as const
/**
 * Roles that an API token can assign. The role manager is not among them, because managers may manage tokens and a token
 * cannot pass on this right.
 */
const roles = ['dealer', 'technician', 'reporter'] as const
const businessTypes = ['vendor', 'enterprise', 'company', 'department'] as const

const group = z.strictObject({
  id: z.int(),
  /** Name in Traccar. It is only information for a person who reads the file. */
  name: z.string(),
  as: z.enum(['business', 'tag', 'nothing']),
  new_name: z.string().min(1).max(100),
  business_type: z.enum(businessTypes),
})

const device = z.strictObject({
  id: z.int(),
  unique_id: z.string(),
  take: z.boolean(),
  /** IMEI with 15 digits. Null if the identifier in Traccar is not an IMEI. The operator then enters the IMEI. */
  imei: z
    .string()
    .regex(/^\d{15}$/, 'must have 15 digits')
    .nullable(),
  name: z.string().min(4).max(100),
  frame_number: z.string().min(4).max(50),
  license_plate: z.string().min(4).max(20),
  vehicle_type: z.enum(vehicleTypes),
  brand: z.string().min(1).max(100),
})

const user = z.strictObject({
  id: z.int(),
  email: z.string(),
  take: z.boolean(),
  first_name: z.string().min(1).max(100),
  last_name: z.string().min(1).max(100),
  role: z.enum(roles),
  /** Group to whose business the user belongs. Null means the business that gets everything. */
  business_of_group: z.int().nullable(),
})

const geofence = z.strictObject({
  id: z.int(),
  name: z.string(),
  take: z.boolean(),
  business_of_group: z.int().nullable(),
})

const alert = z.strictObject({
  id: z.int(),
  name: z.string().min(1).max(100),
  take: z.boolean(),
  mail: z.enum(['never', 'each', 'daily']),
  /** Speeding: km/h. Silent: minutes. Low battery: per cent. Null: the value of Traccar. */
  threshold: z.int().min(1).max(43_200).nullable(),
  /** True if the rule is always active although the notification has a calendar. */
  ignore_calendar: z.boolean(),
})

const maintenance = z.strictObject({
  id: z.int(),
  name: z.string().min(1).max(100),
  take: z.boolean(),
})

/** `Date.parse` does not refuse 2024-02-30 and returns a day in March. */
const isDay = (day: string): boolean => {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

const mapping = z.strictObject({
  format: z.literal(FORMAT),
  /** Name of this import in the ledger. An import from another Traccar server needs another name. */
  import: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must have 1 to 40 small letters, digits or -')
    .default('traccar'),
  /**
   * First day of the imported positions, UTC. Null if no positions are imported. Trackers count as installed since this day.
   */
  history_from: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2024-01-01')
    .refine(isDay, 'must be a day of the calendar')
    .nullable(),
  /** True if each user who is created gets an invitation by mail. */
  invite_users: z.boolean(),
  groups: z.array(group),
  devices: z.array(device),
  users: z.array(user),
  geofences: z.array(geofence),
  /** Absent in files of earlier releases. */
  alerts: z.array(alert).default([]),
  maintenances: z.array(maintenance).default([]),
})

/**
 * For each thing in Traccar: what the import makes of it in Roadbook. `plan` proposes the mapping, the operator edits it,
 * and `apply` follows it.
 */
export type Mapping = z.infer<typeof mapping>
export type GroupMapping = Mapping['groups'][number]
export type DeviceMapping = Mapping['devices'][number]
export type UserMapping = Mapping['users'][number]
export type GeofenceMapping = Mapping['geofences'][number]
export type AlertMapping = Mapping['alerts'][number]

export const EMPTY: Mapping = {
  format: FORMAT,
  import: 'traccar',
  history_from: null,
  invite_users: false,
  groups: [],
  devices: [],
  users: [],
  geofences: [],
  alerts: [],
  maintenances: [],
}

/**
 * Reads a mapping file.
 * @throws Error that names each field that is wrong, and what is allowed
 */
export function readMapping(json: string, file: string): Mapping {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
  }
  const read = mapping.safeParse(content)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => `${nameOf(content, path)}: ${message}`)
  throw new Error(`${file} cannot be used:\n  ${faults.join('\n  ')}`)
}

/** Returns the place of an error for the operator. Uses the id of the thing, because nobody counts the entries of a list. */
function nameOf(content: unknown, [list, at, ...field]: readonly PropertyKey[]): string {
  if (typeof at !== 'number') return String(list ?? 'the file')
  const entry = (content as Record<string, { id?: number }[]>)[String(list)]?.[at]
  return [`${String(list)} ${entry?.id ?? at}`, ...field.map(String)].join(', ')
}
