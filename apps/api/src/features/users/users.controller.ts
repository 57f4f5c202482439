import { Body, Controller, Delete } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { CreateUserDto } from './dto/create-user.dto.js'
import { UpdateUserDto } from './dto/update-user.dto.js'
import { NewUserDto, UserDto } from './dto/user.dto.js'
import { ForceDestroyUserDto } from './dto/user-writes.dto.js'
import { USER_LIST } from './user-list.js'
import { UsersService } from './users.service.js'

@ApiTags('Users')
@Controller('users')
export class UsersController extends ResourceController(USER_LIST, UsersService, {
  of: 'user',
  writes: 'delete:user',
  create: {
    body: CreateUserDto,
    answers: NewUserDto,
    may: 'create:user',
    description:
      'Makes the user and the account at the identity provider, or neither. The temporary password is told once, not again with the same Idempotency-Key',
    problems: [409],
  },
  update: { body: UpdateUserDto, may: 'update:user', problems: [409] },
  delete: {
    isShown: true,
    description: 'Can be restored. Sessions and tokens of every kind end at once',
    problems: [409],
    operationId: 'Users_remove',
  },
  marks: { restore: { problems: [409] } },
}) {
  @Delete(':id/force-destroy')
  @RequirePermission('delete:user')
  @ApiOperation({ description: 'For good, only of a deleted user, and only with their e-mail address' })
  @AnswersOne(UserDto, 400, 409, 422)
  async forceDestroy(@By() by: Acting, @PathId('user') id: number, @Body() { email }: ForceDestroyUserDto) {
    return { data: await this.service.forceDestroy(by, id, email) }
  }
}
