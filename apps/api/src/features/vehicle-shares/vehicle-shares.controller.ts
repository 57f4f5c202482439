import { Body, Controller, Delete, Get, Header, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { Public, RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { originOf } from '../../http/request-origin.js'
import { Creates, Deletes } from '../../http/routes.decorator.js'
import {
  NewVehicleShareDto,
  SharedVehicleDto,
  SharedVehicleLinkDto,
  ShareVehicleDto,
  VehicleShareDto,
} from './dto/vehicle-share.dto.js'
import { SHARE_PERMISSION } from './vehicle-shares.repository.js'
import { VehicleSharesService } from './vehicle-shares.service.js'

@ApiTags('Entities')
@Controller()
export class VehicleSharesController {
  constructor(private readonly shares: VehicleSharesService) {}

  @Get('entities/:id/shares')
  @RequirePermission(SHARE_PERMISSION)
  @ApiOperation({
    summary: 'List the shares of a vehicle',
    description: 'Lists the links that show the vehicle to people without an account.',
  })
  @AnswersAll(VehicleShareDto)
  async list(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.shares.list(caller, id) }
  }

  @Post('entities/:id/shares')
  @RequirePermission(SHARE_PERMISSION)
  @ApiOperation({
    summary: 'Share a vehicle',
    description:
      'Creates a link that shows the position of the vehicle without an account. Its secret is returned only this once.',
  })
  @Creates(NewVehicleShareDto, 409)
  async add(@By() by: Acting, @PathId('entity') id: number, @Body() body: ShareVehicleDto) {
    return { data: await this.shares.add(by, id, body) }
  }

  @Delete('entities/:id/shares/:shareId')
  @RequirePermission(SHARE_PERMISSION)
  @ApiOperation({ summary: 'Revoke a share of a vehicle', description: 'Revokes a link. It shows nothing from now on.' })
  @Deletes()
  async revoke(@By() by: Acting, @PathId('entity') id: number, @PathId('share', { name: 'shareId' }) shareId: number) {
    await this.shares.revoke(by, id, shareId)
  }

  /** The link is in the body, because request addresses are logged. */
  @Post('shared-vehicle')
  @Public()
  @Header('x-robots-tag', 'noindex, nofollow')
  @Header('referrer-policy', 'no-referrer')
  @ApiOperation({
    summary: 'Show a shared vehicle',
    description: 'Returns the vehicle behind a link, without an account. An ended link answers 404.',
  })
  @AnswersOne(SharedVehicleDto, 400, 404, 422, 429)
  async show(@Body() body: SharedVehicleLinkDto, @Req() request: FastifyRequest) {
    return { data: await this.shares.show(body, originOf(request)) }
  }
}
