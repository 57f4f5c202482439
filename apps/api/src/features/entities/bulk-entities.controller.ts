import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersBulk, BulkResultDto, UndoesBulk } from '../../bulk/index.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { BulkEntitiesService } from './bulk-entities.service.js'
import { BulkEntitiesDto } from './dto/bulk-entities.dto.js'

@ApiTags('Entities')
@Controller('entities/bulk')
export class BulkEntitiesController {
  constructor(private readonly bulk: BulkEntitiesService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('delete:entity')
  @ApiOperation({ description: 'Deletes or restores many entities: what can be done is, for the rest it says why not' })
  @AnswersBulk()
  async setDeleted(
    @CurrentCaller() caller: Caller,
    @Body() said: BulkEntitiesDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.setDeleted(caller, said, once, originOf(request)) }
  }

  @Post(':id/undo')
  @HttpCode(200)
  @RequirePermission('delete:entity')
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
