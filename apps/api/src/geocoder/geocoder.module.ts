import { Global, Module } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../configuration.js'
import { CellQueueRepository } from './cell-queue.repository.js'
import { FillAddresses } from './fill-addresses.js'
import { ForgetAddresses } from './forget-addresses.js'
import { GEOCODER } from './geocoder.js'
import { KeptAddressesRepository } from './kept-addresses.repository.js'
import { KeptGeocoder } from './kept-geocoder.js'
import { OfflineGeocoder } from './offline-geocoder.js'
import { BundledSearch } from './search/bundled-search.js'
import { PlaceFinder } from './search/place-finder.js'
import { SourceStateRepository } from '../outside/source-state.repository.js'
import { ADDRESS_SOURCE, type AddressSource } from './sources/address-source.js'
import { HttpSource } from './sources/http-source.js'
import { WalkTripsRepository } from './walk-trips.repository.js'
import { WalkTrips } from './walk-trips.js'

/** Global, because every feature that returns a place also returns its address. */
@Global()
@Module({
  providers: [
    CellQueueRepository,
    FillAddresses,
    ForgetAddresses,
    KeptAddressesRepository,
    {
      provide: SourceStateRepository,
      inject: [API_POOL],
      useFactory: (pool: pg.Pool) => new SourceStateRepository(pool, 'geocoder_state'),
    },
    PlaceFinder,
    {
      provide: BundledSearch,
      inject: [API_CONFIGURATION, API_LOGGER],
      useFactory: ({ ROADS_FILE }: ApiConfiguration, logger: Logger) => new BundledSearch(ROADS_FILE, logger),
    },
    WalkTrips,
    WalkTripsRepository,
    {
      provide: ADDRESS_SOURCE,
      inject: [API_CONFIGURATION],
      useFactory: (configuration: ApiConfiguration) => HttpSource.fromConfiguration(configuration),
    },
    {
      provide: GEOCODER,
      inject: [API_CONFIGURATION, ADDRESS_SOURCE, KeptAddressesRepository, API_LOGGER],
      useFactory: (
        { ROADS_FILE }: ApiConfiguration,
        source: AddressSource | undefined,
        kept: KeptAddressesRepository,
        logger: Logger,
      ) => {
        const offline = new OfflineGeocoder(ROADS_FILE, logger)
        return source ? new KeptGeocoder(offline, kept, logger) : offline
      },
    },
  ],
  exports: [GEOCODER, PlaceFinder],
})
export class GeocoderModule {}
