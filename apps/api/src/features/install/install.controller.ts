import { Body, Controller, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { Creates } from '../../http/routes.decorator.js'
import { EntityDto } from '../entities/index.js'
import { InstallDeviceDto, InstallDto } from './dto/install.dto.js'
import { EntityCustomerDto, InstallBusinessDto, LatestEntityDto } from './dto/installed.dto.js'
import { InstallService } from './install.service.js'

@ApiTags('Install')
@Controller()
export class InstallController {
  constructor(private readonly install: InstallService) {}

  @Post('install-devices/install')
  @RequirePermission('create:entity')
  @ApiOperation({
    description:
      'Makes a vehicle, for a customer or for own use, with a tracker on it: all of it or nothing. A tracker that is on an ' +
      'unregistered entity leaves it, and that entity is deleted',
  })
  @Creates(EntityDto, 409)
  async create(@By() by: Acting, @Body() body: InstallDto) {
    return { data: await this.install.create(by, body) }
  }

  @Post('entities/install-device')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Puts a tracker onto a vehicle that has none' })
  @Creates(EntityDto, 404, 409)
  async addDevice(@By() by: Acting, @Body() body: InstallDeviceDto) {
    return { data: await this.install.addDevice(by, body) }
  }

  @Get('install-devices/latest-entities')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'The last 20 that were made, newest first' })
  @AnswersAll(LatestEntityDto)
  async latest(@CurrentCaller() caller: Caller) {
    return { data: await this.install.latest(caller) }
  }

  @Get('install-devices/businesses')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'In which vehicles can be made, one’s own first, and where they cannot, why' })
  @AnswersAll(InstallBusinessDto)
  async businesses(@CurrentCaller() caller: Caller) {
    return { data: await this.install.businesses(caller) }
  }

  @Get('entities/:id/customer')
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'How to reach the customer whose the vehicle is; for administration only' })
  @AnswersOne(EntityCustomerDto)
  async customer(@CurrentCaller() caller: Caller, @PathId('customer') id: number) {
    return { data: await this.install.customerOf(caller, id) }
  }
}
