import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../../http/answers.decorator.js'
import { IdParam } from '../../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../../http/once.js'
import type { One } from '../../../http/page.dto.js'
import { originOf } from '../../../http/request-origin.js'
import { DeviceImportsService } from '../imports/device-imports.service.js'
import { DeviceImportDto, DeviceImportRollbackDto, ImportDevicesDto } from '../imports/import-devices.dto.js'
import { DeviceLinkResultDto, LinkToEnterpriseDto } from './link-to-enterprise.dto.js'
import { EnterpriseLinkService } from './enterprise-link.service.js'

/** What is done with many devices at once. */
@ApiTags('Devices')
@Controller('devices')
export class DeviceLinksController {
  constructor(
    private readonly links: EnterpriseLinkService,
    private readonly imports: DeviceImportsService,
  ) {}

  @Post('link-to-enterprise')
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'What can be linked is; for the rest it says why not' })
  @TakesIdempotencyKey()
  @AnswersOne(DeviceLinkResultDto)
  @AnswersProblems(400, 422)
  async link(
    @CurrentCaller() caller: Caller,
    @Body() said: LinkToEnterpriseDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceLinkResultDto>> {
    return { data: await this.links.link(caller, said, once, originOf(request)) }
  }

  @Post('imports')
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Makes the devices of a sheet; good rows are made, bad ones are named' })
  @TakesIdempotencyKey()
  @AnswersOne(DeviceImportDto)
  @AnswersProblems(400, 422)
  async import(
    @CurrentCaller() caller: Caller,
    @Body() said: ImportDevicesDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceImportDto>> {
    return { data: await this.imports.import(caller, said, once, originOf(request)) }
  }

  @Post('imports/:id/rollback')
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Deletes the devices of an import that have been on no vehicle' })
  @ApiParam({ name: 'id', schema: { type: 'integer' } })
  @TakesIdempotencyKey()
  @AnswersOne(DeviceImportRollbackDto)
  @AnswersProblems(404, 409)
  async rollBack(
    @CurrentCaller() caller: Caller,
    @IdParam('import') id: number,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceImportRollbackDto>> {
    return { data: await this.imports.rollBack(caller, id, once, originOf(request)) }
  }
}
