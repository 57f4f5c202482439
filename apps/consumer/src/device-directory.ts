import type { VehicleType } from '@roadbook/contracts'
import type { Logger } from '@roadbook/platform'
import { asOneTrip, endingAfter, REST_MINUTES, TRIP_PARAMETERS, type TripParameters } from '@roadbook/trips'
import type pg from 'pg'

/** Installation of a tracker on a vehicle, from `installedAt` until before `removedAt`. */
export interface Installation {
  entityId: number
  businessId: number
  vehicleType: VehicleType
  /**
   * Minutes of rest that end a trip, if the business or an ancestor chose them (G-104). The choice of today, also for periods
   * before it was made.
   */
  restMinutes?: number
  installedAt: number
  removedAt?: number
}

export interface KnownDevice {
  deviceId: number
  imei: string
  /** Oldest first; they do not overlap. */
  installations: readonly Installation[]
  /** Periods whose trips people joined to one trip; absent when there are none. */
  joins?: readonly Join[]
}

/** Trips of one vehicle that people joined to one: from the start of the first to the end of the last. */
export interface Join {
  entityId: number
  from: number
  till: number
}

/** Returns the installation of the device at a time. */
export const installationAt = ({ installations }: KnownDevice, at: number): Installation | undefined =>
  installations.findLast(({ installedAt, removedAt = Infinity }) => installedAt <= at && at < removedAt)

const DAY_MS = 86_400_000

/**
 * Returns the vehicle of a tracker on its first installation, if its last position is from the day before the installation. The
 * vehicle is shown at that position until the tracker sends a new one. The database does the same at the installation
 * (`installations_show_place`).
 * @param placedAt time of the tracker's last position
 */
export function cameOnto({ installations }: KnownDevice, placedAt: number | undefined): Installation | undefined {
  const [only, another] = installations
  if (!only || another || only.removedAt !== undefined || placedAt === undefined) return undefined
  return placedAt >= only.installedAt - DAY_MS && placedAt <= only.installedAt ? only : undefined
}

/**
 * Returns whether a time lies within a joined trip. A vehicle that stands or is silent at that time is still on the trip. The end
 * itself is excluded, so that nothing after it is joined.
 */
export const isJoined = (device: KnownDevice, at: number, on = installationAt(device, at)): boolean =>
  device.joins !== undefined &&
  device.joins.some(({ entityId, from, till }) => from < at && at < till && entityId === on?.entityId)

/**
 * Returns the trip parameters at a time. They depend on the vehicle that carried the device, on the rest that the vehicle's
 * business chose, and on joined trips.
 */
export const parametersOf =
  (device: KnownDevice) =>
  (at: number): TripParameters => {
    const installation = installationAt(device, at)
    const ruled = ruledBy(installation)
    return isJoined(device, at, installation) ? JOINED.get(ruled)! : ruled
  }

/** Returns the trip parameters without joined trips, because those do not affect whether a tracker is silent now. */
export const rulesOf = (device: KnownDevice) => (at: number) => ruledBy(installationAt(device, at))

function ruledBy({ vehicleType = 'unregistered', restMinutes }: Partial<Installation> = {}): TripParameters {
  const standard = TRIP_PARAMETERS[vehicleType]
  return restMinutes === undefined ? standard : CHOSEN.get(standard)![restMinutes - REST_MINUTES.least]!
}

const rests = Array.from({ length: REST_MINUTES.most - REST_MINUTES.least + 1 }, (_, at) => REST_MINUTES.least + at)
/** Trip parameters for each rest that can be chosen. Computed once, because they are used for every fix. */
const CHOSEN = new Map(
  Object.values(TRIP_PARAMETERS).map((standard) => [standard, rests.map((minutes) => endingAfter(standard, minutes))]),
)

const JOINED = new Map(
  Object.values(TRIP_PARAMETERS).flatMap((standard) =>
    [standard, ...CHOSEN.get(standard)!].map((ruled) => [ruled, asOneTrip(ruled)]),
  ),
)

/**
 * Device and installations of each IMEI. Returns known devices from memory, queries each unknown one, and reloads all known
 * devices periodically. While the database is unavailable, known devices stay known.
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
   * Returns the devices of these IMEIs, by IMEI, without unknown ones.
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
   * Reads these devices again at once, because another process changed one of them. The result lacks deleted ones.
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

/** Returns the devices of these IMEIs as the database has them now, by IMEI, without unknown ones. */
export async function readDevices(pool: pg.Pool, imeis: readonly string[]): Promise<Map<string, KnownDevice>> {
  const { rows } = await pool.query<DeviceRow>(DEVICES, [imeis])
  const businesses = new Set(rows.flatMap(({ installations }) => installations?.map(({ businessId }) => businessId) ?? []))
  const rests = await readRests(pool, [...businesses])
  return new Map(rows.map((row) => [row.imei, toDevice(row, rests)]))
}

/** Minutes of rest that end a trip, by business and vehicle type. Lacks an entry where nobody chose any. */
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
