import { Injectable } from '@nestjs/common'
import { distinctCells } from './cells.js'
import type { Point } from './geocoder.js'
import { KeptAddressesRepository } from './kept-addresses.repository.js'
import { type EndedTripRow, WalkTripsRepository } from './walk-trips.repository.js'

/**
 * Queues the addresses of trip ends as soon as the trips are closed, in the languages of their readers. Leaves out vehicles
 * with a location that their business may not see, so that these locations are not sent to the geocoder.
 */
@Injectable()
export class WalkTrips {
  constructor(
    private readonly trips: WalkTripsRepository,
    private readonly kept: KeptAddressesRepository,
  ) {}

  async run(): Promise<void> {
    const pass = await this.trips.findPass()
    const trips = await this.trips.findClosed(pass)
    const businesses = [...new Set(trips.map(({ business_id }) => business_id))]
    const localesOf = await this.trips.findLocales(businesses)
    for (const businessId of businesses) {
      const cells = distinctCells(trips.filter(({ business_id }) => business_id === businessId).flatMap(endsOf))
      const locales = localesOf.get(businessId) ?? []
      await this.kept.wish({ scope: [businessId], businessId }, cells, { locales, wasSeen: false })
    }
    await this.trips.goOn(pass)
  }
}

const endsOf = (trip: EndedTripRow): Point[] => [
  { latitude: trip.start_latitude, longitude: trip.start_longitude },
  { latitude: trip.stop_latitude, longitude: trip.stop_longitude },
]
