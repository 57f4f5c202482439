import { Module } from '@nestjs/common'
import { DeviceStatusModule } from '../device-status/index.js'
import { MessageReader } from './message-reader.js'
import { MessagesService } from './messages.service.js'
import { RawMessagesController } from './raw-messages.controller.js'

@Module({ imports: [DeviceStatusModule], controllers: [RawMessagesController], providers: [MessageReader, MessagesService] })
export class RawMessagesModule {}
