import { Module } from '@nestjs/common'
import { GeocodingController } from './geocoding.controller.js'
import { PlacesController } from './places.controller.js'
import { GeocodingService } from './geocoding.service.js'

@Module({ controllers: [GeocodingController, PlacesController], providers: [GeocodingService] })
export class GeocodingModule {}
