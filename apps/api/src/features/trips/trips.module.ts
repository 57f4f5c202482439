import { Module } from '@nestjs/common'
import { TripsCsvController } from './trips-csv.controller.js'
import { TripsController } from './trips.controller.js'
import { TripsRepository } from './trips.repository.js'
import { TripsService } from './trips.service.js'

@Module({
  controllers: [TripsController, TripsCsvController],
  providers: [TripsRepository, TripsService],
  exports: [TripsService],
})
export class TripsModule {}
