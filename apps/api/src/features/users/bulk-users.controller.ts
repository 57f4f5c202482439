import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersBulk, BulkResultDto, UndoesBulk } from '../../bulk/index.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { BulkUsersService } from './bulk-users.service.js'
import { BulkUsersDto } from './dto/bulk-users.dto.js'

@ApiTags('Users')
@Controller('users/bulk')
export class BulkUsersController {
  constructor(private readonly bulk: BulkUsersService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('update:user', 'delete:user')
  @ApiOperation({
    description: 'Deletes or restores many users, or gives them a role: what can be done is, for the rest it says why not',
  })
  @AnswersBulk()
  async change(
    @CurrentCaller() caller: Caller,
    @Body() said: BulkUsersDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.change(caller, said, once, originOf(request)) }
  }

  @Post(':id/undo')
  @HttpCode(200)
  @RequirePermission('update:user', 'delete:user')
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
