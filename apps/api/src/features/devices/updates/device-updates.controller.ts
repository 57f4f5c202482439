import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { DEVICE_UPDATE_LIST } from './device-update-list.js'
import { DeviceUpdatesService } from './device-updates.service.js'
import { CreateDeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'

@ApiTags('Device updates')
@Controller('device-updates')
export class DeviceUpdatesController extends ResourceController(DEVICE_UPDATE_LIST, DeviceUpdatesService, {
  thing: 'update',
  singular: 'a device update',
  writes: 'manage:devices',
  create: {
    body: CreateDeviceUpdateDto,
    problems: [409],
    description: 'Queues an update of firmware or configuration for a device.',
  },
  update: {
    body: MoveDeviceUpdateDto,
    isBlind: true,
    description:
      'Moves an update from `queued` to `sent` and on to `done` or `failed`. When it is done, the device has the firmware and settings of the update.',
    problems: [409],
    operationId: 'DeviceUpdates_move',
  },
  delete: { description: 'Cancels an update that was not sent yet.', problems: [409] },
}) {}
