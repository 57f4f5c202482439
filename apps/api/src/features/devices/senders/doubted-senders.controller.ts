import { Controller, Get, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import type { One } from '../../../http/page.dto.js'
import { DeviceDto } from '../dto/device.dto.js'
import { DoubtedSenderDto } from './doubted-sender.dto.js'
import { DoubtedSendersService } from './doubted-senders.service.js'

@ApiTags('Devices')
@Controller('devices/:id/doubted-senders')
export class DoubtedSendersController {
  constructor(private readonly senders: DoubtedSendersService) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'List doubted senders of a device',
    description: 'Lists senders that claimed to be this tracker, were not trusted, and wait for review.',
  })
  @AnswersAll(DoubtedSenderDto)
  async list(@By() by: Acting, @PathId('device') id: number): Promise<{ data: DoubtedSenderDto[] }> {
    return { data: await this.senders.list(by, id) }
  }

  @Put(':senderId/accept')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Accept a doubted sender',
    description:
      'Confirms that the sender is the tracker. The device is then bound to the protocol, network or certificate of this sender, and the sender’s data is processed.',
  })
  @AnswersOne(DeviceDto)
  async accept(
    @By() by: Acting,
    @PathId('device') id: number,
    @PathId('sender', { name: 'senderId' }) senderId: number,
  ): Promise<One<DeviceDto>> {
    return { data: await this.senders.accept(by, id, senderId) }
  }

  @Put(':senderId/refuse')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Refuse a doubted sender',
    description: 'Confirms that the sender is not the tracker. Its data is kept as raw messages but is not used.',
  })
  @AnswersOne(DeviceDto)
  async refuse(
    @By() by: Acting,
    @PathId('device') id: number,
    @PathId('sender', { name: 'senderId' }) senderId: number,
  ): Promise<One<DeviceDto>> {
    return { data: await this.senders.refuse(by, id, senderId) }
  }
}
