import { Module } from '@nestjs/common'
import { TripsModule } from '../trips/index.js'
import { DevicePeriodsRepository } from './periods/device-periods.repository.js'
import { DeviceStatusController } from './device-status.controller.js'
import { DeviceStatusRepository } from './device-status.repository.js'
import { DeviceStatusService } from './device-status.service.js'

@Module({
  imports: [TripsModule],
  controllers: [DeviceStatusController],
  providers: [DevicePeriodsRepository, DeviceStatusRepository, DeviceStatusService],
  exports: [DevicePeriodsRepository],
})
export class DeviceStatusModule {}
