import { Inject, Injectable } from '@nestjs/common'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import { MAX_LIMIT } from '../../lists/list-fields.js'
import { existing, notFound } from '../../http/problems.js'
import { type TripDetailDto, type TripDto, TripsService } from '../trips/index.js'
import { DevicePeriodsRepository } from './periods/device-periods.repository.js'
import { DeviceVisibility } from './periods/device-periods.js'
import { toDeviceStatus } from './device-status-response.js'
import { DeviceStatusRepository } from './device-status.repository.js'
import type { DeviceStatusDto, DeviceTripsMetaDto } from './device-status.dto.js'

/**
 * State of a tracker and its trips of today, for its installer (D.9). The parameter `digits` is an IMEI or its last six
 * digits.
 */
@Injectable()
export class DeviceStatusService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly devices: DevicePeriodsRepository,
    private readonly statuses: DeviceStatusRepository,
    private readonly trips: TripsService,
    private readonly views: ConsumerViews,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
  ) {}

  async get(by: Acting, digits: string): Promise<DeviceStatusDto> {
    const now = new Date()
    const status = await this.database.read(by.caller.scope, async (transaction) => {
      const { id } = await this.devices.get(transaction, digits)
      const device = existing(await this.statuses.findDevice(transaction, by.caller, id), 'device')
      const visibility = new DeviceVisibility(await this.devices.findPeriods(transaction, by.caller, id))
      const fixes = await this.statuses.findFixes(transaction, id, now)
      const onlineHours = await this.statuses.findOnlineHours(transaction, id, now)
      return toDeviceStatus({ device, visibility, fixes, onlineHours, now })
    })
    const { position, entity_id } = status
    if (!position) return status
    // The page requests the state every few seconds, so all its requests are recorded as one view.
    if (entity_id !== null) await this.views.note(by, { entityIds: [entity_id], kind: 'live' })
    const [address] = await addressesOf(this.geocoder, [position], by.caller)
    return { ...status, position: { ...position, address: address ?? null } }
  }

  /** Returns today's trips, newest first. Returns none while the location is hidden. */
  async listTrips(
    by: Acting,
    digits: string,
    timeZone: string | undefined,
  ): Promise<{ data: TripDto[]; meta: DeviceTripsMetaDto }> {
    const { id, today } = await this.database.read(by.caller.scope, async (transaction) => ({
      id: (await this.devices.get(transaction, digits)).id,
      today: await this.statuses.findToday(transaction, by.caller, timeZone),
    }))
    const { date, time_zone, starts } = today
    const criteria = {
      page: 1,
      limit: MAX_LIMIT,
      orderBy: 'trip_started_at',
      sortedBy: 'desc',
      conditions: [{ field: 'device_id', operator: '=', values: [id] }],
      join: 'and',
      with: new Set<string>(),
      own: { from: starts, timeZone: time_zone },
    } as const
    const { data } = await this.trips.list(by.caller, criteria)
    const entityIds = [...new Set(data.map(({ entity_id }) => entity_id))]
    await this.views.note(by, { entityIds, kind: 'live' })
    return { data, meta: { date, time_zone } }
  }

  /** Returns one trip of the tracker with its line. */
  async getTrip(caller: Caller, digits: string, tripId: number): Promise<TripDetailDto> {
    const { id } = await this.database.read(caller.scope, (transaction) => this.devices.get(transaction, digits))
    const trip = await this.trips.get(caller, tripId, { withWaypoints: true })
    if (trip.device_id !== id) throw notFound('trip')
    return trip
  }
}
