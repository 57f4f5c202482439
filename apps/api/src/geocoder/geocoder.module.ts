import { Global, Module } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../configuration.js'
import { CellQueue } from './cell-queue.js'
import { FillAddresses } from './fill-addresses.js'
import { ForgetAddresses } from './forget-addresses.js'
import { GEOCODER } from './geocoder.js'
import { KeptAddresses } from './kept-addresses.js'
import { KeptGeocoder } from './kept-geocoder.js'
import { OfflineGeocoder } from './offline-geocoder.js'
import { SourceState } from '../outside/source-state.js'
import { ADDRESS_SOURCE, type AddressSource } from './sources/address-source.js'
import { HttpSource } from './sources/http-source.js'
import { WalkTrips } from './walk-trips.js'

/** Global: whatever tells a place tells its address. */
@Global()
@Module({
  providers: [
    CellQueue,
    FillAddresses,
    ForgetAddresses,
    KeptAddresses,
    {
      provide: SourceState,
      inject: [API_POOL],
      useFactory: (pool: pg.Pool) => new SourceState(pool, 'geocoder_state'),
    },
    WalkTrips,
    {
      provide: ADDRESS_SOURCE,
      inject: [API_CONFIGURATION],
      useFactory: (configuration: ApiConfiguration) => HttpSource.of(configuration),
    },
    {
      provide: GEOCODER,
      inject: [API_CONFIGURATION, ADDRESS_SOURCE, KeptAddresses, API_LOGGER],
      useFactory: ({ ROADS_FILE }: ApiConfiguration, source: AddressSource | undefined, kept: KeptAddresses, logger: Logger) => {
        const offline = new OfflineGeocoder(ROADS_FILE, logger)
        return source ? new KeptGeocoder(offline, kept, logger) : offline
      },
    },
  ],
  exports: [GEOCODER],
})
export class GeocoderModule {}
