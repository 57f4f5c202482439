import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common'
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IDEMPOTENCY_KEY, IdempotencyKey } from '../../http/idempotency-key.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { COMMAND_LIST } from './command-list.js'
import { CommandsService } from './commands.service.js'
import { AskCommandDto } from './dto/ask-command.dto.js'
import { CommandDto } from './dto/command.dto.js'

const DeviceId = () => ApiParam({ name: 'id', schema: { type: 'integer' }, description: 'Of the device' })

@ApiTags('Devices')
@Controller('devices/:id/commands')
export class CommandsController {
  constructor(private readonly commands: CommandsService) {}

  @Get()
  @RequirePermission('read:business-management')
  @DeviceId()
  @ListParameters(COMMAND_LIST)
  @AnswersPage(CommandDto)
  @AnswersProblems(404)
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Criteria(COMMAND_LIST) criteria: ListCriteria,
  ): Promise<Page<CommandDto>> {
    return this.commands.list(caller, id, criteria)
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Queues a command; it is sent once, by whichever gateway the tracker is connected to' })
  @DeviceId()
  @ApiHeader({ name: IDEMPOTENCY_KEY, required: false, description: 'The same key and command answer the first one again' })
  @AnswersOne(CommandDto)
  @AnswersProblems(400, 404, 409, 422)
  async ask(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Body() command: AskCommandDto,
    @IdempotencyKey() key: string | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<CommandDto>> {
    return { data: await this.commands.ask(caller, id, command, key, originOf(request)) }
  }

  @Delete(':commandId')
  @RequirePermission('manage:devices')
  @ApiOperation({ description: 'Cancels a command that is still queued' })
  @DeviceId()
  @ApiParam({ name: 'commandId', schema: { type: 'integer' } })
  @AnswersOne(CommandDto)
  @AnswersProblems(404, 409)
  async cancel(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @IdParam('command', 'int8', 'commandId') commandId: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<CommandDto>> {
    return { data: await this.commands.cancel(caller, id, commandId, originOf(request)) }
  }
}
