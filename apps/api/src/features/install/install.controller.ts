import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { EntityDto } from '../entities/index.js'
import { InstallDeviceDto, InstallDto } from './dto/install.dto.js'
import { EntityCustomerDto, InstallBusinessDto, LatestEntityDto } from './dto/installed.dto.js'
import { InstallService } from './install.service.js'

@ApiTags('Install')
@Controller()
export class InstallController {
  constructor(private readonly install: InstallService) {}

  @Post('install-devices/install')
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({
    description:
      'Makes a vehicle, for a customer or for own use, with a tracker on it: all of it or nothing. A tracker that is on an ' +
      'unregistered entity leaves it, and that entity is deleted',
  })
  @TakesIdempotencyKey()
  @AnswersOne(EntityDto)
  @AnswersProblems(400, 409, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: InstallDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<EntityDto>> {
    return { data: await this.install.create(caller, said, once, originOf(request)) }
  }

  @Post('entities/install-device')
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Puts a tracker onto a vehicle that has none' })
  @TakesIdempotencyKey()
  @AnswersOne(EntityDto)
  @AnswersProblems(400, 404, 409, 422)
  async addDevice(
    @CurrentCaller() caller: Caller,
    @Body() said: InstallDeviceDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<EntityDto>> {
    return { data: await this.install.addDevice(caller, said, once, originOf(request)) }
  }

  @Get('install-devices/latest-entities')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'The last 20 that were made, newest first' })
  @AnswersAll(LatestEntityDto)
  async latest(@CurrentCaller() caller: Caller): Promise<{ data: LatestEntityDto[] }> {
    return { data: await this.install.latest(caller) }
  }

  @Get('install-devices/businesses')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'In which vehicles can be made, one’s own first, and where they cannot, why' })
  @AnswersAll(InstallBusinessDto)
  async businesses(@CurrentCaller() caller: Caller): Promise<{ data: InstallBusinessDto[] }> {
    return { data: await this.install.businesses(caller) }
  }

  @Get('entities/:id/customer')
  @RequirePermission('read:business-management')
  @ApiOperation({ description: 'How to reach the customer whose the vehicle is; for administration only' })
  @ApiParam({ name: 'id', schema: { type: 'integer' } })
  @AnswersOne(EntityCustomerDto)
  @AnswersProblems(404)
  async customer(@CurrentCaller() caller: Caller, @IdParam('customer') id: number): Promise<One<EntityCustomerDto>> {
    return { data: await this.install.customerOf(caller, id) }
  }
}
