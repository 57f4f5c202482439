import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { BulkDeletion } from '../../../bulk/index.js'
import { BulkDevicesService } from './bulk-devices.service.js'

const DEVICES = { kind: 'device', what: 'devices', permission: 'manage:devices', schema: 'BulkDevices' } as const

@ApiTags('Devices')
@Controller('devices/bulk')
export class BulkDevicesController extends BulkDeletion(DEVICES) {
  constructor(devices: BulkDevicesService) {
    super(devices)
  }
}
