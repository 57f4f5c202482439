import { Module } from '@nestjs/common'
import { TripsModule } from '../trips/index.js'
import { DebugController } from './debug.controller.js'
import { DebugDevicesRepository } from './debug-devices.repository.js'
import { DeviceStatusController } from './device-status.controller.js'
import { DeviceStatusRepository } from './device-status.repository.js'
import { DeviceStatusService } from './device-status.service.js'
import { MessageReader } from './message-reader.js'
import { MessagesService } from './messages.service.js'

@Module({
  imports: [TripsModule],
  controllers: [DebugController, DeviceStatusController],
  providers: [DebugDevicesRepository, DeviceStatusRepository, DeviceStatusService, MessageReader, MessagesService],
})
export class DebugModule {}
