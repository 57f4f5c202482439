import { Inject, Injectable } from '@nestjs/common'
import { simplifyLine } from '@roadbook/geo'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { CsvExports } from '../../exports/index.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import type { TripDetailDto, TripDto, TripPageMetaDto } from './dto/trip.dto.js'
import type { TripRow } from './trip.row.js'
import { endsOf, tripCsvList } from './trip-csv.js'
import type { TripDetailQuery, TripPeriod } from './trip-query.js'
import { toTripResponse, toWaypointResponses } from './trip-response.js'
import { TripsRepository } from './trips.repository.js'

@Injectable()
export class TripsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly trips: TripsRepository,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
    views: ConsumerViews,
    csv: CsvExports,
  ) {
    csv.declare(tripCsvList({ database, trips, geocoder, views }))
  }

  async list(caller: Caller, criteria: ListCriteria, period: TripPeriod): Promise<Page<TripDto, TripPageMetaDto>> {
    const { rows, total, days } = await this.database.read(caller.scope, (transaction) =>
      this.trips.findPage(transaction, caller, criteria, period),
    )
    return {
      data: await this.toResponses(caller, rows),
      meta: { ...pageMeta(criteria.page, criteria.limit, total), days },
    }
  }

  async get(caller: Caller, id: number, query: TripDetailQuery): Promise<TripDetailDto> {
    const { row, waypoints } = await this.database.read(caller.scope, async (transaction) => {
      const trip = await this.trips.findOne(transaction, caller, id)
      if (!trip) throw notFound('trip')
      return { row: trip, waypoints: query.withWaypoints ? await this.trips.findWaypoints(transaction, trip) : undefined }
    })
    const [trip] = await this.toResponses(caller, [row])
    if (!trip) throw notFound('trip')
    if (!waypoints) return trip
    const line = toWaypointResponses(id, waypoints)
    return {
      ...trip,
      waypoints: query.simplifyM === undefined ? line : simplifyLine(line, query.simplifyM),
      skipped_waypoints: waypoints.length - line.length,
    }
  }

  private async toResponses(caller: Caller, rows: readonly TripRow[]): Promise<TripDto[]> {
    const addresses = await addressesOf(this.geocoder, rows.flatMap(endsOf), caller.locale)
    return rows.map((row, at) => toTripResponse(row, addresses[at * 2] ?? null, addresses[at * 2 + 1] ?? null))
  }
}
