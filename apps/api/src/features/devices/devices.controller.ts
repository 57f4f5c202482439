import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { DEVICE_LIST } from './device-list.js'
import { DevicesService } from './devices.service.js'
import { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'

@ApiTags('Devices')
@Controller('devices')
export class DevicesController extends ResourceController(DEVICE_LIST, DevicesService, {
  of: 'device',
  writes: 'manage:devices',
  create: { body: CreateDeviceDto, description: 'From then on its tracker is let in' },
  update: { body: UpdateDeviceDto },
  delete: {
    description: 'From then on its tracker is turned away; what it sent stays, and it can be restored',
    problems: [409],
  },
  marks: { restore: {} },
}) {}
