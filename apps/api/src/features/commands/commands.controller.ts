import { Body, Controller, Delete, Get, Post } from '@nestjs/common'
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { AnswersList } from '../../lists/answers-list.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IDEMPOTENCY_KEY, IdempotencyKey } from '../../http/idempotency-key.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria } from '../../lists/list-parameters.decorator.js'
import type { Page } from '../../http/page.dto.js'
import { COMMAND_LIST } from './command-list.js'
import { CommandsService } from './commands.service.js'
import { AskCommandDto } from './dto/ask-command.dto.js'
import { CommandDto } from './dto/command.dto.js'

@ApiTags('Devices')
@Controller('devices/:id/commands')
export class CommandsController {
  constructor(private readonly commands: CommandsService) {}

  @Get()
  @AnswersList(COMMAND_LIST)
  async list(
    @CurrentCaller() caller: Caller,
    @PathId('device', { description: 'Id of the device' }) id: number,
    @Criteria(COMMAND_LIST.fields) criteria: ListCriteria<number>,
  ): Promise<Page<CommandDto>> {
    return this.commands.list(caller, id, criteria)
  }

  @Post()
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Send a command to a tracker',
    description: 'Queues a command. It is sent once, by the gateway to which the tracker is connected.',
  })
  @ApiHeader({
    name: IDEMPOTENCY_KEY,
    required: false,
    description: 'A request with the same key and command returns the first response again',
  })
  @AnswersOne(CommandDto, 400, 409, 422)
  async ask(
    @By() by: Acting,
    @PathId('device', { description: 'Id of the device' }) id: number,
    @Body() command: AskCommandDto,
    @IdempotencyKey() key: string | null,
  ) {
    return { data: await this.commands.ask(by, id, command, key) }
  }

  @Delete(':commandId')
  @RequirePermission('manage:devices')
  @ApiOperation({ summary: 'Cancel a queued command', description: 'Cancels a command that is still queued.' })
  @ApiParam({ name: 'commandId', schema: { type: 'integer' } })
  @AnswersOne(CommandDto, 409)
  async cancel(
    @By() by: Acting,
    @PathId('device', { description: 'Id of the device' }) id: number,
    @PathId('command', { type: 'int8', name: 'commandId' }) commandId: number,
  ) {
    return { data: await this.commands.cancel(by, id, commandId) }
  }
}
