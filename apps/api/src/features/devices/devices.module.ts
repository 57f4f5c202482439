import { Module } from '@nestjs/common'
import { UnknownDevicesController } from './unknown-devices.controller.js'
import { UnknownDevicesRepository } from './unknown-devices.repository.js'

@Module({ controllers: [UnknownDevicesController], providers: [UnknownDevicesRepository] })
export class DevicesModule {}
