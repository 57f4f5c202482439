import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ListController } from '../../../exports/index.js'
import { UNKNOWN_DEVICE_LIST } from './unknown-device-list.js'

@ApiTags('Devices')
@Controller('devices/unknown')
export class UnknownDevicesController extends ListController(UNKNOWN_DEVICE_LIST) {}
