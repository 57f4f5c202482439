import { Module } from '@nestjs/common'
import { BulkTripsController } from './bulk-trips.controller.js'
import { RecalculationsController } from './recalculations.controller.js'
import { RecalculationsRepository } from './recalculations.repository.js'
import { RecalculationsService } from './recalculations.service.js'
import { TrackController } from './track/track.controller.js'
import { TrackRepository } from './track/track.repository.js'
import { TrackService } from './track/track.service.js'
import { TripJoinsController } from './trip-joins.controller.js'
import { TripJoinsRepository } from './trip-joins.repository.js'
import { TripJoinsService } from './trip-joins.service.js'
import { TripWritesController } from './trip-writes.controller.js'
import { TripWritesService } from './trip-writes.service.js'
import { TripsCsvController } from './trips-csv.controller.js'
import { TripsController } from './trips.controller.js'
import { TripsRepository } from './trips.repository.js'
import { TripsService } from './trips.service.js'

@Module({
  controllers: [
    TripsController,
    TripsCsvController,
    TripWritesController,
    BulkTripsController,
    RecalculationsController,
    TripJoinsController,
    TrackController,
  ],
  providers: [
    TripsRepository,
    TripsService,
    TripWritesService,
    RecalculationsRepository,
    RecalculationsService,
    TripJoinsRepository,
    TripJoinsService,
    TrackRepository,
    TrackService,
  ],
  exports: [TripsService],
})
export class TripsModule {}
