import type { VehicleType } from '@roadbook/contracts'
import type { Logger } from '@roadbook/platform'
import { asOneTrip, endingAfter, REST_MINUTES, TRIP_PARAMETERS, type TripParameters } from '@roadbook/trips'
import type pg from 'pg'

/** A tracker on a vehicle, from `installedAt` until before `removedAt`. */
export interface Installation {
  entityId: number
  businessId: number
  vehicleType: VehicleType
  /** Minutes of rest that end a trip, where the business or one above it chose them (G-104); as they are today, not as they were. */
  restMinutes?: number
  installedAt: number
  removedAt?: number
}

export interface KnownDevice {
  deviceId: number
  imei: string
  /** Oldest first; they do not overlap. */
  installations: readonly Installation[]
  /** Times that people say were one trip; absent: none. */
  joins?: readonly Join[]
}

/** From the start of the first trip to the end of the last one, of one vehicle. */
export interface Join {
  entityId: number
  from: number
  till: number
}

/** What the device was installed on at a time. */
export const installationAt = ({ installations }: KnownDevice, at: number): Installation | undefined =>
  installations.findLast(({ installedAt, removedAt = Infinity }) => installedAt <= at && at < removedAt)

const DAY_MS = 86_400_000

/**
 * The vehicle that a tracker came onto within a day after it was somewhere, where it was on none before: until it says more, the vehicle
 * is there. The database shows that at the installation itself (`installations_show_place`).
 * @param placedAt when it was where it was last
 */
export function cameOnto({ installations }: KnownDevice, placedAt: number | undefined): Installation | undefined {
  const [only, another] = installations
  if (!only || another || only.removedAt !== undefined || placedAt === undefined) return undefined
  return placedAt >= only.installedAt - DAY_MS && placedAt <= only.installedAt ? only : undefined
}

/**
 * Whether a moment lies in a trip that people joined: the vehicle that stands or is silent then is still under way. The end of the last
 * one is cut by the rules, so that nothing is joined to it that comes after.
 */
export const isJoined = (device: KnownDevice, at: number, on = installationAt(device, at)): boolean =>
  device.joins !== undefined &&
  device.joins.some(({ entityId, from, till }) => from < at && at < till && entityId === on?.entityId)

/** How trips are cut at a time, by the vehicle that carried the device then, the rest that its business chose, and what people joined. */
export const parametersOf =
  (device: KnownDevice) =>
  (at: number): TripParameters => {
    const installation = installationAt(device, at)
    const ruled = ruledBy(installation)
    return isJoined(device, at, installation) ? JOINED.get(ruled)! : ruled
  }

/** The same without what people joined: whether a tracker is silent now is no matter of what they say of a ride. */
export const rulesOf = (device: KnownDevice) => (at: number) => ruledBy(installationAt(device, at))

function ruledBy({ vehicleType = 'unregistered', restMinutes }: Partial<Installation> = {}): TripParameters {
  const standard = TRIP_PARAMETERS[vehicleType]
  return restMinutes === undefined ? standard : CHOSEN.get(standard)![restMinutes - REST_MINUTES.least]!
}

const rests = Array.from({ length: REST_MINUTES.most - REST_MINUTES.least + 1 }, (_, at) => REST_MINUTES.least + at)
/** Made once, for they are asked for with every fix. */
const CHOSEN = new Map(
  Object.values(TRIP_PARAMETERS).map((standard) => [standard, rests.map((minutes) => endingAfter(standard, minutes))]),
)

const JOINED = new Map(
  Object.values(TRIP_PARAMETERS).flatMap((standard) =>
    [standard, ...CHOSEN.get(standard)!].map((ruled) => [ruled, asOneTrip(ruled)]),
  ),
)

/**
 * Which device an IMEI is, and on what it was installed when. Answers from memory, asks once for those it does not know,
 * and reads everything it knows again every few seconds; while the database is away, what is known stays known.
 */
export class DeviceDirectory {
  readonly #known = new Map<string, KnownDevice>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly pool: pg.Pool,
    private readonly logger: Logger,
  ) {}

  start(refreshMs: number): void {
    this.#timer = setInterval(() => void this.refresh(), refreshMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /**
   * The devices of these IMEIs, by IMEI; those that the database does not know are missing.
   * @throws when an IMEI is not in memory and the database does not answer.
   */
  async resolve(imeis: Iterable<string>): Promise<Map<string, KnownDevice>> {
    const wanted = new Set(imeis)
    const missing = [...wanted].filter((imei) => !this.#known.has(imei))
    if (missing.length > 0) for (const [imei, device] of await this.read(missing)) this.#known.set(imei, device)
    const found = new Map<string, KnownDevice>()
    for (const imei of wanted) {
      const device = this.#known.get(imei)
      if (device) found.set(imei, device)
    }
    return found
  }

  /**
   * Reads these again at once: another process wrote one of them, and what made it do so may be news here. Those that the database
   * does not know any more are missing.
   * @throws when the database does not answer.
   */
  async renew(imeis: readonly string[]): Promise<Map<string, KnownDevice>> {
    const current = await this.read(imeis)
    for (const imei of imeis) {
      const device = current.get(imei)
      if (device) this.#known.set(imei, device)
      else this.#known.delete(imei)
    }
    return current
  }

  private async refresh(): Promise<void> {
    const imeis = [...this.#known.keys()]
    if (imeis.length === 0) return
    try {
      await this.renew(imeis)
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read the devices again; what is known is used')
    }
  }

  private read(imeis: readonly string[]): Promise<Map<string, KnownDevice>> {
    return readDevices(this.pool, imeis)
  }
}

/** The devices of these IMEIs as the database has them now, by IMEI; those that it does not know are missing. */
export async function readDevices(pool: pg.Pool, imeis: readonly string[]): Promise<Map<string, KnownDevice>> {
  const { rows } = await pool.query<DeviceRow>(DEVICES, [imeis])
  const businesses = new Set(rows.flatMap(({ installations }) => installations?.map(({ businessId }) => businessId) ?? []))
  const rests = await readRests(pool, [...businesses])
  return new Map(rows.map((row) => [row.imei, toDevice(row, rests)]))
}

/** Minutes of rest that end a trip, by business and type of vehicle; those that nobody chose are missing. */
type Rests = ReadonlyMap<string, number>
const restKey = (businessId: number, vehicleType: string) => `${businessId} ${vehicleType}`

async function readRests(pool: pg.Pool, businesses: readonly number[]): Promise<Rests> {
  const { rows } = await pool.query<{ business_id: number; vehicle_type: string; rest_minutes: number }>(
    'SELECT business_id, vehicle_type, rest_minutes FROM trip_rests_in_force WHERE business_id = ANY ($1::int[])',
    [businesses],
  )
  return new Map(rows.map((row) => [restKey(row.business_id, row.vehicle_type), row.rest_minutes]))
}

const DEVICES = `SELECT d.id, d.imei, (
    SELECT json_agg(json_build_object('entityId', i.entity_id, 'businessId', i.business_id, 'vehicleType', e.vehicle_type,
      'installedAt', floor(extract(epoch FROM i.installed_at) * 1000), 'removedAt', floor(extract(epoch FROM i.removed_at) * 1000))
      ORDER BY i.installed_at)
    FROM installations i JOIN entities e ON e.id = i.entity_id WHERE i.device_id = d.id
  ) AS installations, (
    SELECT json_agg(json_build_object('entityId', j.entity_id, 'from', floor(extract(epoch FROM j.from_at) * 1000),
      'till', floor(extract(epoch FROM j.till_at) * 1000)))
    FROM trip_joins j WHERE j.device_id = d.id
  ) AS joins
  FROM devices d WHERE d.imei = ANY ($1::text[]) AND d.deleted_at IS NULL`

interface DeviceRow {
  id: number
  imei: string
  installations: (Omit<Installation, 'removedAt'> & { removedAt: number | null })[] | null
  joins: Join[] | null
}

const toDevice = ({ id, imei, installations, joins }: DeviceRow, rests: Rests): KnownDevice => ({
  deviceId: id,
  imei,
  ...(joins && { joins }),
  installations: (installations ?? []).map(({ removedAt, ...rest }) => {
    const restMinutes = rests.get(restKey(rest.businessId, rest.vehicleType))
    return { ...rest, ...(removedAt !== null && { removedAt }), ...(restMinutes !== undefined && { restMinutes }) }
  }),
})
