import { Global, Module } from '@nestjs/common'
import { GEOCODER } from './geocoder.js'
import { OfflineGeocoder } from './offline-geocoder.js'

/** Global: whatever tells a place tells its address. */
@Global()
@Module({ providers: [{ provide: GEOCODER, useFactory: () => new OfflineGeocoder() }], exports: [GEOCODER] })
export class GeocoderModule {}
