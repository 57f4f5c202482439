import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../http/list-fields.js'
import { Criteria, ListParameters } from '../../http/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { CreateUserDto } from './dto/create-user.dto.js'
import { UpdateUserDto } from './dto/update-user.dto.js'
import { NewUserDto, ResetLinkDto, TemporaryPasswordDto, UserDto } from './dto/user.dto.js'
import { ForceDestroyUserDto } from './dto/user-writes.dto.js'
import { ProvisioningService } from './provisioning.service.js'
import { Status, USER_LIST, USER_STATUSES, type UserStatus } from './user-list.js'
import { UsersService } from './users.service.js'

const UserId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly provisioning: ProvisioningService,
  ) {}

  @Get()
  @RequirePermission('read:user')
  @ListParameters(USER_LIST)
  @ApiQuery({ name: 'status', required: false, schema: { type: 'string', enum: [...USER_STATUSES], default: 'active' } })
  @AnswersPage(UserDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(USER_LIST) criteria: ListCriteria,
    @Status() status: UserStatus,
  ): Promise<Page<UserDto>> {
    return this.users.list(caller, criteria, status)
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('create:user')
  @ApiOperation({
    description: 'Makes the user and the account at the identity provider, or neither. The temporary password is told once',
  })
  @AnswersOne(NewUserDto)
  @AnswersProblems(400, 409, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateUserDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<NewUserDto>> {
    return { data: await this.provisioning.create(caller, body, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('read:user')
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(404)
  async get(@CurrentCaller() caller: Caller, @IdParam('user') id: number): Promise<One<UserDto>> {
    return { data: await this.users.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('update:user')
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(400, 404, 409, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Body() body: UpdateUserDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserDto>> {
    return { data: await this.users.update(caller, id, body, originOf(request)) }
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

  @Put(':id/temporary-password')
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Sets one and tells it once. Sessions and tokens of every kind end at once' })
  @UserId()
  @AnswersOne(TemporaryPasswordDto)
  @AnswersProblems(404, 409)
  async setTemporaryPassword(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TemporaryPasswordDto>> {
    return { data: await this.provisioning.setTemporaryPassword(caller, id, originOf(request)) }
  }

  @Post(':id/reset-link')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'A link with which the user sets a password, once and within ten minutes' })
  @UserId()
  @AnswersOne(ResetLinkDto)
  @AnswersProblems(404, 409)
  async createResetLink(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ResetLinkDto>> {
    return { data: await this.provisioning.createResetLink(caller, id, originOf(request)) }
  }
}
