import { Body, Controller, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { BusinessesService } from './businesses.service.js'
import { BusinessDto } from './dto/business.dto.js'
import { AttachToVendorDto, LinkDevicesDto, LinkEntitiesDto, LinkResultDto, LinkUsersDto } from './dto/link.dto.js'
import { SubVendorLinkDto } from './dto/sub-vendor-link.dto.js'
import { AttachToParentDto } from './dto/write-business.dto.js'
import { LinksService } from './links.service.js'

const BusinessId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })
const EACH = 'What can be linked is; for the rest it says why not'

@ApiTags('Businesses')
@Controller()
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly businesses: BusinessesService,
  ) {}

  @Put('businesses/:id/link/entities')
  @RequirePermission('link:business')
  @ApiOperation({ description: `${EACH}. The tracker and the customer of an entity come along` })
  @BusinessId()
  @AnswersOne(LinkResultDto)
  @AnswersProblems(400, 404, 422)
  async entities(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Body() { entities }: LinkEntitiesDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<LinkResultDto>> {
    return { data: await this.links.link(caller, id, 'entity', entities, originOf(request)) }
  }

  @Put('businesses/:id/link/users')
  @RequirePermission('link:user')
  @ApiOperation({ description: EACH })
  @BusinessId()
  @AnswersOne(LinkResultDto)
  @AnswersProblems(400, 404, 422)
  async users(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Body() { users }: LinkUsersDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<LinkResultDto>> {
    return { data: await this.links.link(caller, id, 'user', users, originOf(request)) }
  }

  @Put('businesses/:id/link/devices')
  @RequirePermission('link:business')
  @ApiOperation({ description: `${EACH}. A device on a vehicle moves with the vehicle` })
  @BusinessId()
  @AnswersOne(LinkResultDto)
  @AnswersProblems(400, 404, 422)
  async devices(
    @CurrentCaller() caller: Caller,
    @IdParam('business') id: number,
    @Body() { devices }: LinkDevicesDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<LinkResultDto>> {
    return { data: await this.links.link(caller, id, 'device', devices, originOf(request)) }
  }

  @Post('vendors/attach-to-parent')
  @HttpCode(200)
  @RequirePermission('update:business')
  @ApiOperation({ description: 'Moves a vendor, with everything below it' })
  @AnswersOne(BusinessDto)
  @AnswersProblems(400, 404, 409, 422)
  async attachToParent(
    @CurrentCaller() caller: Caller,
    @Body() { vendor_id, parent_id }: AttachToParentDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BusinessDto>> {
    return { data: await this.businesses.move(caller, vendor_id, parent_id, originOf(request), 'vendor') }
  }

  @Post('entities/attach-to-vendor')
  @HttpCode(200)
  @RequirePermission('link:business')
  @ApiOperation({ description: `${EACH}. The tracker and the customer of an entity come along` })
  @TakesIdempotencyKey()
  @AnswersOne(LinkResultDto)
  @AnswersProblems(400, 404, 422)
  async toVendor(
    @CurrentCaller() caller: Caller,
    @Body() said: AttachToVendorDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<LinkResultDto>> {
    return { data: await this.links.attachToVendor(caller, said, once, originOf(request)) }
  }

  @Post('sub-vendors/link')
  @HttpCode(200)
  @RequirePermission('link:business')
  @ApiOperation({ description: EACH })
  @TakesIdempotencyKey()
  @AnswersOne(LinkResultDto)
  @AnswersProblems(400, 404, 422)
  async subVendor(
    @CurrentCaller() caller: Caller,
    @Body() link: SubVendorLinkDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<LinkResultDto>> {
    return { data: await this.links.linkToSubVendor(caller, link, once, originOf(request)) }
  }
}
