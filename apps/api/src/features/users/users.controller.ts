import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res, type StreamableFile } from '@nestjs/common'
import { ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../http/if-match.js'
import { type CsvWish, ExportParameters, WantsCsv } from '../../lists/list-export.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { CreateUserDto } from './dto/create-user.dto.js'
import { UpdateUserDto } from './dto/update-user.dto.js'
import { NewUserDto, UserDto } from './dto/user.dto.js'
import { ForceDestroyUserDto } from './dto/user-writes.dto.js'
import { ProvisioningService } from './provisioning.service.js'
import { USER_CSV_COLUMNS } from './user-csv.js'
import { Status, USER_LIST, USER_STATUSES, type UserStatus } from './user-list.js'
import { UsersService } from './users.service.js'

const UserId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly provisioning: ProvisioningService,
    private readonly csv: CsvExports,
  ) {}

  @Get()
  @RequirePermission('read:user')
  @ListParameters(USER_LIST)
  @ExportParameters(USER_CSV_COLUMNS)
  @ApiQuery({ name: 'status', required: false, schema: { type: 'string', enum: [...USER_STATUSES], default: 'active' } })
  @AnswersPage(UserDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(USER_LIST) criteria: ListCriteria,
    @Status() status: UserStatus,
    @WantsCsv(USER_CSV_COLUMNS) wish: CsvWish | undefined,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<UserDto> | StreamableFile> {
    return wish ? this.csv.answer(reply, caller, originOf(request), 'users', query) : this.users.list(caller, criteria, status)
  }

  @Post('csv')
  @RequirePermission('read:user')
  @ApiOperation({ description: 'Mails the view as CSV to who asks, with the criteria of the list in the query' })
  @ListParameters(USER_LIST)
  @ApiQuery({ name: 'status', required: false, schema: { type: 'string', enum: [...USER_STATUSES], default: 'active' } })
  @MailedCsvParameters(USER_CSV_COLUMNS)
  async mailCsv(
    @CurrentCaller() caller: Caller,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MailedCsvDto>> {
    return { data: { job_id: await this.csv.ask(caller, originOf(request), 'users', query) } }
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('create:user')
  @ApiOperation({
    description:
      'Makes the user and the account at the identity provider, or neither. The temporary password is told once, not again with the same Idempotency-Key',
  })
  @TakesIdempotencyKey()
  @AnswersOne(NewUserDto)
  @AnswersProblems(400, 409, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateUserDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<NewUserDto>> {
    return { data: await this.provisioning.create(caller, body, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('read:user')
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<UserDto>> {
    const data = await this.users.get(caller, id)
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id')
  @RequirePermission('update:user')
  @UserId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'The ETag of the state that is meant to be changed' })
  @AnswersOne(UserDto)
  @AnswersProblems(400, 404, 409, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Body() body: UpdateUserDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<UserDto>> {
    const data = await this.users.update(caller, id, body, ifMatch, originOf(request))
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Delete(':id')
  @RequirePermission('delete:user')
  @ApiOperation({ description: 'Can be restored. Sessions and tokens of every kind end at once' })
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(404, 409)
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserDto>> {
    return { data: await this.users.remove(caller, id, originOf(request)) }
  }

  @Put(':id/restore')
  @RequirePermission('delete:user')
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(404, 409)
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserDto>> {
    return { data: await this.users.restore(caller, id, originOf(request)) }
  }

  @Delete(':id/force-destroy')
  @RequirePermission('delete:user')
  @ApiOperation({ description: 'For good, only of a deleted user, and only with their e-mail address' })
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(400, 404, 409, 422)
  async forceDestroy(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Body() { email }: ForceDestroyUserDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserDto>> {
    return { data: await this.users.forceDestroy(caller, id, email, originOf(request)) }
  }
}
