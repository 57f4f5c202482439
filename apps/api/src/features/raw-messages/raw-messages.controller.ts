import { Controller, Get, Param } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import { Asked } from '../../http/query-parameters.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { LimitedPerUser } from '../../auth/user-limits/user-rate-limit.js'
import { DeviceMessageDto, DeviceMessagesMetaDto } from './message.dto.js'
import { DEFAULT_MESSAGES, MAX_MESSAGES, type MessageQuery, readMessageQuery } from './message-query.js'
import { MessagesService } from './messages.service.js'

const time = (name: string, description: string) =>
  ApiQuery({ name, required: false, schema: { type: 'string', format: 'date-time' }, description })

@ApiTags('Debug')
@Controller('debug/:id')
export class RawMessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Get('messages')
  @RequirePermission('create:entity')
  @LimitedPerUser('RATE_LIMIT_MESSAGES_PER_MINUTE')
  @ApiOperation({
    operationId: 'Debug_list',
    summary: 'List messages of a tracker',
    description: 'Lists the last messages of a tracker, newest first: raw, decoded, and rejected ones with the reason.',
  })
  @ApiParam({ name: 'id', type: 'string', description: 'IMEI, or its last six digits when they are unique' })
  @ApiQuery({
    name: 'limit',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: MAX_MESSAGES, default: DEFAULT_MESSAGES },
  })
  @time('from', 'Stored at or after this time; a day before `till` by default')
  @time('till', 'Stored before this time; now by default')
  @ApiQuery({ name: 'cursor', required: false, type: 'string', description: '`next_cursor` of the page before' })
  @AnswersPage(DeviceMessageDto, DeviceMessagesMetaDto)
  @AnswersProblems(404, 409, 422)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Asked(readMessageQuery) query: MessageQuery,
  ): Promise<{ data: DeviceMessageDto[]; meta: DeviceMessagesMetaDto }> {
    return this.messages.list(caller, id, query)
  }
}
