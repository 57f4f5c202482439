import { Body, Controller, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import { BulkTagsService } from './bulk-tags.service.js'
import { BulkTagsDto, BulkTagsResultDto } from '../dto/bulk-tags.dto.js'

@ApiTags('Entities')
@Controller('entities/tags/bulk')
export class EntityTagsController {
  constructor(private readonly bulk: BulkTagsService) {}

  @Put()
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Tag many vehicles',
    description:
      'Does what is possible and returns the reason for the rest. If a vehicle can carry only one tag of a type, `on_conflict` decides whether the other tag is replaced. `dry_run` shows what would happen.',
  })
  @TakesIdempotencyKey()
  @AnswersOne(BulkTagsResultDto, 400, 409, 422)
  async change(@By() by: Acting, @Body() body: BulkTagsDto) {
    return { data: await this.bulk.change(by, body) }
  }

  @Post(':id/undo')
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Undo a change of vehicle tags',
    description: 'Undoes a change that the caller made within the last day. Leaves out vehicles that somebody has changed since.',
  })
  @TakesIdempotencyKey()
  @AnswersOne(BulkTagsResultDto, 409)
  async undo(@By() by: Acting, @PathId('change') id: number) {
    return { data: await this.bulk.undo(by, id) }
  }
}
