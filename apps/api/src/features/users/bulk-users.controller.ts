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
import { BulkRoleDto, BulkUsersDto } from './dto/bulk-users.dto.js'

@ApiTags('Users')
@Controller('users')
export class BulkUsersController {
  constructor(private readonly bulk: BulkUsersService) {}

  @Post('bulk')
  @HttpCode(200)
  @RequirePermission('delete:user')
  @ApiOperation({ description: 'Deletes or restores many users: what can be done is, for the rest it says why not' })
  @AnswersBulk()
  async setDeleted(
    @CurrentCaller() caller: Caller,
    @Body() said: BulkUsersDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.setDeleted(caller, said, once, originOf(request)) }
  }

  @Post('bulk/:id/undo')
  @HttpCode(200)
  @RequirePermission('delete:user')
  @UndoesBulk()
  async undoDeleted(
    @CurrentCaller() caller: Caller,
    @IdParam('change') id: number,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.undoDeleted(caller, id, once, originOf(request)) }
  }

  @Post('bulk-role')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Gives many users a role: what can be done is, for the rest it says why not' })
  @AnswersBulk()
  async setRole(
    @CurrentCaller() caller: Caller,
    @Body() said: BulkRoleDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.setRole(caller, said, once, originOf(request)) }
  }

  @Post('bulk-role/:id/undo')
  @HttpCode(200)
  @RequirePermission('update:user')
  @UndoesBulk()
  async undoRole(
    @CurrentCaller() caller: Caller,
    @IdParam('change') id: number,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<BulkResultDto>> {
    return { data: await this.bulk.undoRole(caller, id, once, originOf(request)) }
  }
}
