import { Body, Controller, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Creates } from '../../../http/routes.decorator.js'
import { BusinessesService } from '../businesses.service.js'
import { BusinessDto } from '../dto/business.dto.js'
import { AttachToVendorDto, LinkDevicesDto, LinkEntitiesDto, LinkResultDto, LinkUsersDto } from '../dto/link.dto.js'
import { SubVendorLinkDto } from '../dto/sub-vendor-link.dto.js'
import { AttachToParentDto } from '../dto/write-business.dto.js'
import { LinksService } from './links.service.js'

const EACH = 'Links what is possible and returns the reason for the rest.'

@ApiTags('Businesses')
@Controller()
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly businesses: BusinessesService,
  ) {}

  @Put('businesses/:id/link/entities')
  @RequirePermission('link:business')
  @ApiOperation({
    summary: 'Link vehicles to a business',
    description: `${EACH} The tracker and the customer of a vehicle move with it.`,
  })
  @AnswersOne(LinkResultDto, 400, 422)
  async entities(@By() by: Acting, @PathId('business') id: number, @Body() { entities }: LinkEntitiesDto) {
    return { data: await this.links.link(by, id, 'entity', entities) }
  }

  @Put('businesses/:id/link/users')
  @RequirePermission('link:user')
  @ApiOperation({ summary: 'Link users to a business', description: EACH })
  @AnswersOne(LinkResultDto, 400, 422)
  async users(@By() by: Acting, @PathId('business') id: number, @Body() { users }: LinkUsersDto) {
    return { data: await this.links.link(by, id, 'user', users) }
  }

  @Put('businesses/:id/link/devices')
  @RequirePermission('link:business')
  @ApiOperation({ summary: 'Link devices to a business', description: `${EACH} A device on a vehicle moves with the vehicle.` })
  @AnswersOne(LinkResultDto, 400, 422)
  async devices(@By() by: Acting, @PathId('business') id: number, @Body() { devices }: LinkDevicesDto) {
    return { data: await this.links.link(by, id, 'device', devices) }
  }

  @Post('vendors/attach-to-parent')
  @RequirePermission('update:business')
  @ApiOperation({
    summary: 'Attach a vendor to a parent',
    description: 'Moves a vendor with everything below it to another parent.',
  })
  @AnswersOne(BusinessDto, 400, 404, 409, 422)
  async attachToParent(@By() by: Acting, @Body() { vendor_id, parent_id }: AttachToParentDto) {
    return { data: await this.businesses.move(by, vendor_id, parent_id, 'vendor') }
  }

  @Post('entities/attach-to-vendor')
  @RequirePermission('link:business')
  @ApiOperation({
    summary: 'Attach vehicles to a vendor',
    description: `${EACH} The tracker and the customer of a vehicle move with it.`,
  })
  @Creates(LinkResultDto, 404)
  async toVendor(@By() by: Acting, @Body() body: AttachToVendorDto) {
    return { data: await this.links.attachToVendor(by, body) }
  }

  @Post('sub-vendors/link')
  @RequirePermission('link:business')
  @ApiOperation({
    summary: 'Link devices to a sub-vendor',
    description: `Moves devices to a sub-vendor: devices from stock, or devices with the vehicles that they are on. ${EACH}`,
  })
  @Creates(LinkResultDto, 404)
  async subVendor(@By() by: Acting, @Body() link: SubVendorLinkDto) {
    return { data: await this.links.linkToSubVendor(by, link) }
  }
}
