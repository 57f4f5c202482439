import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { DEVICE_LIST } from './device-list.js'
import { DevicesService } from './devices.service.js'
import { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'

@ApiTags('Devices')
@Controller('devices')
export class DevicesController extends ResourceController(DEVICE_LIST, DevicesService, {
  thing: 'device',
  singular: 'a device',
  writes: 'manage:devices',
  create: { body: CreateDeviceDto, description: 'Registers a tracker by its IMEI. It may connect from now on.' },
  update: { body: UpdateDeviceDto, description: 'Changes the given fields of a device.' },
  delete: {
    description: 'Deletes a device. Its tracker is turned away from now on; data stays, and the device can be restored.',
    problems: [409],
  },
  marks: { restore: { description: 'Restores a deleted device. Its tracker may connect again.' } },
}) {}
