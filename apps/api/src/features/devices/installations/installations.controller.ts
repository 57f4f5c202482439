import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Creates } from '../../../http/routes.decorator.js'
import { DeviceDto } from '../dto/device.dto.js'
import { AttachDeviceToEntityDto, DetachDeviceDto } from '../dto/write-device.dto.js'
import { InstallationsService } from './installations.service.js'

@ApiTags('Devices')
@Controller('devices/:id')
export class InstallationsController {
  constructor(private readonly installations: InstallationsService) {}

  @Post('attach')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Attach a device to a vehicle',
    description: 'Puts a device on a vehicle. The device moves to the business of the vehicle.',
  })
  @Creates(DeviceDto, 409)
  async attach(@By() by: Acting, @PathId('device') id: number, @Body() { entity_id }: AttachDeviceToEntityDto) {
    return { data: await this.installations.attach(by, id, entity_id) }
  }

  @Post('detach')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Detach a device from its vehicle',
    description: 'Takes a device off its vehicle, which keeps its history and odometer.',
  })
  @Creates(DeviceDto, 409)
  async detach(@By() by: Acting, @PathId('device') id: number, @Body() body: DetachDeviceDto) {
    return { data: await this.installations.detach(by, id, body) }
  }
}
