import { Module } from '@nestjs/common'
import { BulkTripsController } from './bulk-trips.controller.js'
import { RecalculationsController } from './recalculations.controller.js'
import { RecalculationsRepository } from './recalculations.repository.js'
import { RecalculationsService } from './recalculations.service.js'
import { TripWritesController } from './trip-writes.controller.js'
import { TripWritesService } from './trip-writes.service.js'
import { TripsCsvController } from './trips-csv.controller.js'
import { TripsController } from './trips.controller.js'
import { TripsRepository } from './trips.repository.js'
import { TripsService } from './trips.service.js'

@Module({
  controllers: [TripsController, TripsCsvController, TripWritesController, BulkTripsController, RecalculationsController],
  providers: [TripsRepository, TripsService, TripWritesService, RecalculationsRepository, RecalculationsService],
  exports: [TripsService],
})
export class TripsModule {}
