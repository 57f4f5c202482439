import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { DEVICE_UPDATE_LIST } from './device-update-list.js'
import { DeviceUpdatesService } from './device-updates.service.js'
import { CreateDeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'

@ApiTags('Device updates')
@Controller('device-updates')
export class DeviceUpdatesController extends ResourceController(DEVICE_UPDATE_LIST, DeviceUpdatesService, {
  of: 'update',
  writes: 'manage:devices',
  create: { body: CreateDeviceUpdateDto, problems: [409] },
  update: {
    body: MoveDeviceUpdateDto,
    isBlind: true,
    description: 'queued → sent → done, or failed; a device that it is done on has its firmware and settings',
    problems: [409],
    operationId: 'DeviceUpdates_move',
  },
  delete: { description: 'Takes back what was not sent yet', problems: [409] },
}) {}
