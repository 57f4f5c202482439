import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import { Creates } from '../../../http/routes.decorator.js'
import { DeviceImportsService } from '../imports/device-imports.service.js'
import { DeviceImportDto, DeviceImportRollbackDto, ImportDevicesDto } from '../imports/import-devices.dto.js'
import { DeviceLinkResultDto, LinkToEnterpriseDto } from './link-to-enterprise.dto.js'
import { EnterpriseLinkService } from './enterprise-link.service.js'

/** Changes of many devices in one request. */
@ApiTags('Devices')
@Controller('devices')
export class DeviceLinksController {
  constructor(
    private readonly links: EnterpriseLinkService,
    private readonly imports: DeviceImportsService,
  ) {}

  @Post('link-to-enterprise')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Link devices to an enterprise',
    description: 'Does what is possible and returns the reason for the rest.',
  })
  @Creates(DeviceLinkResultDto)
  async link(@By() by: Acting, @Body() body: LinkToEnterpriseDto) {
    return { data: await this.links.link(by, body) }
  }

  @Post('imports')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Import devices',
    description: 'Creates devices from a sheet. Valid rows are created, and invalid rows are reported.',
  })
  @Creates(DeviceImportDto)
  async import(@By() by: Acting, @Body() body: ImportDevicesDto) {
    return { data: await this.imports.import(by, body) }
  }

  @Post('imports/:id/rollback')
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Roll back a device import',
    description: 'Deletes the devices of an import that were never on a vehicle.',
  })
  @TakesIdempotencyKey()
  @AnswersOne(DeviceImportRollbackDto, 409)
  async rollBack(@By() by: Acting, @PathId('import') id: number) {
    return { data: await this.imports.rollBack(by, id) }
  }
}
