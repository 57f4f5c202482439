import { Module } from '@nestjs/common'
import { DebugController } from './debug.controller.js'
import { DebugDevicesRepository } from './debug-devices.repository.js'
import { MessageReader } from './message-reader.js'
import { MessagesService } from './messages.service.js'

@Module({ controllers: [DebugController], providers: [DebugDevicesRepository, MessageReader, MessagesService] })
export class DebugModule {}
