import { Module } from '@nestjs/common'
import { BulkTripsController } from './bulk-trips.controller.js'
import { TripWritesController } from './trip-writes.controller.js'
import { TripWritesService } from './trip-writes.service.js'
import { TripsCsvController } from './trips-csv.controller.js'
import { TripsController } from './trips.controller.js'
import { TripsRepository } from './trips.repository.js'
import { TripsService } from './trips.service.js'

@Module({
  controllers: [TripsController, TripsCsvController, TripWritesController, BulkTripsController],
  providers: [TripsRepository, TripsService, TripWritesService],
  exports: [TripsService],
})
export class TripsModule {}
