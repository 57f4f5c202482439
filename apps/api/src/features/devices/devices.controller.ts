import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { ListController } from '../../exports/index.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import { Changes, Creates, Deletes, Shows } from '../../http/routes.decorator.js'
import type { One } from '../../http/page.dto.js'
import { DEVICE_LIST } from './device-list.js'
import { DevicesService } from './devices.service.js'
import { DeviceDto } from './dto/device.dto.js'
import { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'

@ApiTags('Devices')
@Controller('devices')
export class DevicesController extends ListController(DEVICE_LIST) {
  constructor(private readonly devices: DevicesService) {
    super()
  }

  @Post()
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'From then on its tracker is let in' })
  @Creates(DeviceDto)
  async create(@By() by: Acting, @Body() body: CreateDeviceDto): Promise<One<DeviceDto>> {
    return { data: await this.devices.create(by, body) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @Shows(DeviceDto)
  async get(@CurrentCaller() caller: Caller, @PathId('device') id: number): Promise<One<DeviceDto>> {
    return { data: await this.devices.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:devices')
  @Changes(DeviceDto)
  async update(
    @By() by: Acting,
    @PathId('device') id: number,
    @Body() body: UpdateDeviceDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<DeviceDto>> {
    return { data: await this.devices.update(by, id, body, ifMatch) }
  }

  @Delete(':id')
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'From then on its tracker is turned away; what it sent stays, and it can be restored' })
  @Deletes(409)
  async delete(@By() by: Acting, @PathId('device') id: number): Promise<void> {
    await this.devices.delete(by, id)
  }

  @Put(':id/restore')
  @RequirePermission('manage:devices')
  @AnswersOne(DeviceDto)
  async restore(@By() by: Acting, @PathId('device') id: number): Promise<One<DeviceDto>> {
    return { data: await this.devices.restore(by, id) }
  }
}
