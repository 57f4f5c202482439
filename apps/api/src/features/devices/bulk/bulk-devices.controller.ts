import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersBulk, BulkResultDto, UndoesBulk } from '../../../bulk/index.js'
import { IdParam } from '../../../http/id-param.decorator.js'
import { Once, type OnceRequest } from '../../../http/once.js'
import type { One } from '../../../http/page.dto.js'
import { originOf } from '../../../http/request-origin.js'
import { BulkDevicesService } from './bulk-devices.service.js'
import { BulkDevicesDto } from './bulk-devices.dto.js'

@ApiTags('Devices')
@Controller('devices/bulk')
export class BulkDevicesController {
  constructor(private readonly bulk: BulkDevicesService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Deletes or restores many devices: what can be done is, for the rest it says why not' })
  @AnswersBulk()
  async setDeleted(
    @CurrentCaller() caller: Caller,
    @Body() said: BulkDevicesDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.setDeleted(caller, said, once, originOf(request)) }
  }

  @Post(':id/undo')
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @UndoesBulk()
  async undo(
    @CurrentCaller() caller: Caller,
    @IdParam('change') id: number,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.undo(caller, id, once, originOf(request)) }
  }
}
