import { Module } from '@nestjs/common'
import { BulkTripsController } from './writes/bulk-trips.controller.js'
import { RecalculationsController } from './recalculations/recalculations.controller.js'
import { RecalculationsRepository } from './recalculations/recalculations.repository.js'
import { RecalculationsService } from './recalculations/recalculations.service.js'
import { TrackController } from './track/track.controller.js'
import { TrackRepository } from './track/track.repository.js'
import { TrackService } from './track/track.service.js'
import { TripJoinsController } from './joins/trip-joins.controller.js'
import { TripJoinsRepository } from './joins/trip-joins.repository.js'
import { TripJoinsService } from './joins/trip-joins.service.js'
import { TripWritesController } from './writes/trip-writes.controller.js'
import { TripWritesService } from './writes/trip-writes.service.js'
import { TripsCsvController } from './files/trips-csv.controller.js'
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
