import { Inject, Injectable } from '@nestjs/common'
import { simplifyLine } from '@roadbook/geo'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Actor } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { CsvExports, eachBatch, type ListView, type PutLines } from '../../exports/index.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { MadeFile } from '../../http/file-answer.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { existing, notFound } from '../../http/problems.js'
import type { TripDetailDto, TripDto, TripPageMetaDto } from './dto/trip.dto.js'
import type { TripRow, WaypointRow } from './trip.row.js'
import { TRIP_LIST, type TripLine } from './trip-list.js'
import { tripFile } from './files/trip-file.js'
import { qualityOf } from './trip-quality.js'
import type { TripDetailQuery, TripFileQuery, TripPeriod } from './trip-query.js'
import { AROUND_S, toReasons } from './trip-reasons.js'
import { toDoubtedResponses, toTripResponse, toWaypointResponses } from './trip-response.js'
import { TripsRepository } from './trips.repository.js'

@Injectable()
export class TripsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly trips: TripsRepository,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
    private readonly views: ConsumerViews,
    csv: CsvExports,
  ) {
    csv.offer(TRIP_LIST, (by, view, put) => this.each(by, view, put))
  }

  /** Returns a page of trips. Records a view of each customer's vehicle on the page. */
  async show(by: Actor, criteria: ListCriteria<TripPeriod>): Promise<Page<TripDto, TripPageMetaDto>> {
    const page = await this.list(by.caller, criteria)
    const entityIds = [...new Set(page.data.map(({ entity_id }) => entity_id))]
    await this.views.note(by, { entityIds, kind: 'list' })
    return page
  }

  async list(caller: Caller, criteria: ListCriteria<TripPeriod>): Promise<Page<TripDto, TripPageMetaDto>> {
    const { rows, total, isMinimum, days } = await this.database.read(caller.scope, (transaction) =>
      this.trips.findPage(transaction, caller, criteria),
    )
    return {
      data: await this.toResponses(caller, rows),
      meta: { ...pageMeta(criteria.page, criteria.limit, total, isMinimum), days },
    }
  }

  async get(caller: Caller, id: number, query: TripDetailQuery): Promise<TripDetailDto> {
    const { withWaypoints, withQuality = false, withReasons = false, simplifyM } = query
    const { row, around, cut, hasOdometer } = await this.database.read(caller.scope, async (transaction) => {
      const trip = existing(await this.trips.findOne(transaction, id, { caller }), 'trip')
      const isAsked = withWaypoints || withQuality || withReasons
      return {
        row: trip,
        around: isAsked ? await this.trips.findWaypoints(transaction, trip, withReasons ? AROUND_S : 0) : [],
        cut: withReasons ? await this.trips.findCut(transaction, trip) : undefined,
        hasOdometer: withQuality ? await this.trips.hasOdometer(transaction, trip) : null,
      }
    })
    const waypoints = withReasons ? around.filter((one) => isOf(row, one)) : around
    const [trip] = await this.toResponses(caller, [row])
    if (!trip) throw notFound('trip')
    const told = {
      ...trip,
      ...(withQuality && { quality: qualityOf(waypoints, hasOdometer) }),
      ...(withReasons && { reasons: cut ? toReasons(row, around, cut) : null }),
    }
    if (!withWaypoints) return told
    const line = toWaypointResponses(id, waypoints)
    return {
      ...told,
      waypoints: simplifyM === undefined ? line : simplifyLine(line, simplifyM),
      skipped_waypoints: waypoints.length - line.length,
      doubted_waypoints: toDoubtedResponses(waypoints),
    }
  }

  /** Returns one trip with its line as a file. Records a view of a customer's vehicle. */
  async file(by: Actor, id: number, { format, timeZone }: TripFileQuery): Promise<MadeFile> {
    const { caller } = by
    const { trip, waypoints } = await this.database.read(caller.scope, async (transaction) => {
      const found = existing(await this.trips.findOne(transaction, id, { caller }), 'trip')
      return { trip: found, waypoints: await this.trips.findWaypoints(transaction, found) }
    })
    await this.views.note(by, { entityIds: [trip.entity_id], kind: 'detail', call: 'trips.export' })
    return tripFile(trip, waypoints, { format, timeZone, locale: caller.locale })
  }

  /**
   * Passes every trip of a view to `put`. Trips of a customer's vehicle are included only while its location is visible.
   * Writing such trips to a file is recorded as a view of the vehicle. Addresses are looked up outside transactions.
   */
  private async each(by: Actor, { criteria, wish }: ListView<TripPeriod>, put: PutLines<TripLine>): Promise<void> {
    const { caller } = by
    const ids = await this.database.read(caller.scope, (transaction) =>
      TRIP_LIST.findKeys(transaction, caller, criteria, MAX_CSV_ROWS + 1),
    )
    const wantsAddress = wish.columns.some((name) => name.endsWith('_address'))
    await eachBatch(ids, async (some) => {
      const rows = await this.database.read(caller.scope, (transaction) => TRIP_LIST.findAll(transaction, caller, some))
      const entityIds = [...new Set(rows.flatMap((row) => (row.is_consumers ? [row.entity_id] : [])))]
      await this.views.note(by, { entityIds, kind: 'detail', call: 'trips.csv' })
      const trips = wantsAddress ? await this.toResponses(caller, rows) : rows.map((row) => toTripResponse(row, null, null))
      await put(rows.map(({ frame_number }, at) => ({ ...(trips[at] as TripDto), frame_number })))
    })
  }

  async toResponses(caller: Caller, rows: readonly TripRow[]): Promise<TripDto[]> {
    const addresses = await addressesOf(this.geocoder, rows.flatMap(endsOf), caller)
    return rows.map((row, at) => toTripResponse(row, addresses[at * 2] ?? null, addresses[at * 2 + 1] ?? null))
  }
}

const isOf = ({ started_at, ended_at }: TripRow, { positioned_at }: WaypointRow) =>
  positioned_at >= started_at && positioned_at <= ended_at

/** Returns the start and end of a trip. */
const endsOf = (row: TripRow) => [
  { latitude: row.start_latitude, longitude: row.start_longitude },
  { latitude: row.stop_latitude, longitude: row.stop_longitude },
]
