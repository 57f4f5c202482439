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
  thing: 'user',
  singular: 'a user',
  writes: 'delete:user',
  create: {
    body: CreateUserDto,
    answers: NewUserDto,
    may: 'create:user',
    description:
      'Creates the user together with the account at the identity provider. If one of these fails, neither is created. The temporary password is returned only once, and not again for the same Idempotency-Key.',
    problems: [409],
  },
  update: { body: UpdateUserDto, may: 'update:user', problems: [409], description: 'Changes the given fields of a user.' },
  delete: {
    isShown: true,
    description: 'Deletes a user, who can be restored. All sessions and tokens of the user end immediately.',
    problems: [409],
    operationId: 'Users_remove',
  },
  marks: { restore: { problems: [409], description: 'Restores a deleted user.' } },
}) {
  @Delete(':id/force-destroy')
  @RequirePermission('delete:user')
  @ApiOperation({
    summary: 'Delete a user for good',
    description: 'Deletes a user for good. Only for a user who is deleted already, and with their e-mail address in the body.',
  })
  @AnswersOne(UserDto, 400, 409, 422)
  async forceDestroy(@By() by: Acting, @PathId('user') id: number, @Body() { email }: ForceDestroyUserDto) {
    return { data: await this.service.forceDestroy(by, id, email) }
  }
}
