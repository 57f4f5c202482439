import { Body, Controller, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { BulkTagsService } from './bulk-tags.service.js'
import { BulkTagsDto, BulkTagsResultDto } from './dto/bulk-tags.dto.js'
import { TagId } from './tag-id-param.js'

@ApiTags('Entities')
@Controller('entities/tags/bulk')
export class EntityTagsController {
  constructor(private readonly bulk: BulkTagsService) {}

  @Put()
  @RequirePermission('update:entity')
  @ApiOperation({
    description:
      'Tags many entities: what can be tagged is, for the rest it says why not. Where an entity can carry but one tag of a ' +
      'type, `on_conflict` says whether another one gives way. `dry_run` says what would happen',
  })
  @TakesIdempotencyKey()
  @AnswersOne(BulkTagsResultDto)
  @AnswersProblems(400, 409, 422)
  async change(
    @CurrentCaller() caller: Caller,
    @Body() said: BulkTagsDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkTagsResultDto>> {
    return { data: await this.bulk.change(caller, said, once, originOf(request)) }
  }

  @Post(':id/undo')
  @HttpCode(200)
  @RequirePermission('update:entity')
  @ApiOperation({ description: 'Takes back one’s own change of the last day, where nobody has changed it again' })
  @TagId()
  @TakesIdempotencyKey()
  @AnswersOne(BulkTagsResultDto)
  @AnswersProblems(404, 409)
  async undo(
    @CurrentCaller() caller: Caller,
    @IdParam('change') id: number,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkTagsResultDto>> {
    return { data: await this.bulk.undo(caller, id, once, originOf(request)) }
  }
}
