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
    description:
      'Tags many entities: what can be tagged is, for the rest it says why not. Where an entity can carry but one tag of a ' +
      'type, `on_conflict` says whether another one gives way. `dry_run` says what would happen',
  })
  @TakesIdempotencyKey()
  @AnswersOne(BulkTagsResultDto, 400, 409, 422)
  async change(@By() by: Acting, @Body() body: BulkTagsDto) {
    return { data: await this.bulk.change(by, body) }
  }

  @Post(':id/undo')
  @RequirePermission('update:entity')
  @ApiOperation({ description: 'Takes back one’s own change of the last day, where nobody has changed it again' })
  @TakesIdempotencyKey()
  @AnswersOne(BulkTagsResultDto, 409)
  async undo(@By() by: Acting, @PathId('change') id: number) {
    return { data: await this.bulk.undo(by, id) }
  }
}
