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
    summary: 'Create a vehicle with a tracker',
    description:
      'Creates a vehicle, for a customer or for own use, and installs a tracker on it. If one of these fails, neither is done. If the tracker is on an unregistered vehicle, that vehicle is deleted.',
  })
  @Creates(EntityDto, 409)
  async create(@By() by: Acting, @Body() body: InstallDto) {
    return { data: await this.install.create(by, body) }
  }

  @Post('entities/install-device')
  @RequirePermission('create:entity')
  @ApiOperation({ summary: 'Install a tracker on a vehicle', description: 'Puts a tracker on a vehicle that has none.' })
  @Creates(EntityDto, 404, 409)
  async addDevice(@By() by: Acting, @Body() body: InstallDeviceDto) {
    return { data: await this.install.addDevice(by, body) }
  }

  @Get('install-devices/latest-entities')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'List the latest installed vehicles',
    description: 'Lists the last 20 installed vehicles, newest first.',
  })
  @AnswersAll(LatestEntityDto)
  async latest(@CurrentCaller() caller: Caller) {
    return { data: await this.install.latest(caller) }
  }

  @Get('install-devices/businesses')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'List businesses for an installation',
    description:
      'Lists the businesses in which vehicles can be created. The caller’s own business comes first. If nothing can be installed in a business, the reason is included.',
  })
  @AnswersAll(InstallBusinessDto)
  async businesses(@CurrentCaller() caller: Caller) {
    return { data: await this.install.businesses(caller) }
  }

  @Get('entities/:id/customer')
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'Get the customer of a vehicle',
    description: 'Returns contact details of the customer who owns the vehicle. For administration only.',
  })
  @AnswersOne(EntityCustomerDto)
  async customer(@CurrentCaller() caller: Caller, @PathId('customer') id: number) {
    return { data: await this.install.customerOf(caller, id) }
  }
}
