import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { ListController } from '../../exports/index.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import type { One } from '../../http/page.dto.js'
import { Changes, Creates, Shows } from '../../http/routes.decorator.js'
import { CreateUserDto } from './dto/create-user.dto.js'
import { UpdateUserDto } from './dto/update-user.dto.js'
import { NewUserDto, UserDto } from './dto/user.dto.js'
import { ForceDestroyUserDto } from './dto/user-writes.dto.js'
import { ProvisioningService } from './provisioning.service.js'
import { USER_LIST } from './user-list.js'
import { UsersService } from './users.service.js'

@ApiTags('Users')
@Controller('users')
export class UsersController extends ListController(USER_LIST) {
  constructor(
    private readonly users: UsersService,
    private readonly provisioning: ProvisioningService,
  ) {
    super()
  }

  @Post()
  @RequirePermission('create:user')
  @ApiOperation({
    description:
      'Makes the user and the account at the identity provider, or neither. The temporary password is told once, not again with the same Idempotency-Key',
  })
  @Creates(NewUserDto, 409)
  async create(@By() by: Acting, @Body() body: CreateUserDto): Promise<One<NewUserDto>> {
    return { data: await this.provisioning.create(by, body) }
  }

  @Get(':id')
  @RequirePermission('read:user')
  @Shows(UserDto)
  async get(@CurrentCaller() caller: Caller, @PathId('user') id: number): Promise<One<UserDto>> {
    return { data: await this.users.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('update:user')
  @Changes(UserDto, 409)
  async update(
    @By() by: Acting,
    @PathId('user') id: number,
    @Body() body: UpdateUserDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<UserDto>> {
    return { data: await this.users.update(by, id, body, ifMatch) }
  }

  @Delete(':id')
  @RequirePermission('delete:user')
  @ApiOperation({ description: 'Can be restored. Sessions and tokens of every kind end at once' })
  @AnswersOne(UserDto)
  @AnswersProblems(409)
  async remove(@By() by: Acting, @PathId('user') id: number): Promise<One<UserDto>> {
    return { data: await this.users.remove(by, id) }
  }

  @Put(':id/restore')
  @RequirePermission('delete:user')
  @AnswersOne(UserDto)
  @AnswersProblems(409)
  async restore(@By() by: Acting, @PathId('user') id: number): Promise<One<UserDto>> {
    return { data: await this.users.restore(by, id) }
  }

  @Delete(':id/force-destroy')
  @RequirePermission('delete:user')
  @ApiOperation({ description: 'For good, only of a deleted user, and only with their e-mail address' })
  @AnswersOne(UserDto)
  @AnswersProblems(400, 409, 422)
  async forceDestroy(
    @By() by: Acting,
    @PathId('user') id: number,
    @Body() { email }: ForceDestroyUserDto,
  ): Promise<One<UserDto>> {
    return { data: await this.users.forceDestroy(by, id, email) }
  }
}
