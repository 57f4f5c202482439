import { Module } from '@nestjs/common'
import { TrackRepository } from '../../sharing/index.js'
import { VehicleSharesController } from './vehicle-shares.controller.js'
import { VehicleSharesRepository } from './vehicle-shares.repository.js'
import { VehicleSharesService } from './vehicle-shares.service.js'

@Module({
  controllers: [VehicleSharesController],
  providers: [TrackRepository, VehicleSharesRepository, VehicleSharesService],
})
export class VehicleSharesModule {}
