import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersBulk, UndoesBulk } from '../../../bulk/index.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { BulkUsersService } from './bulk-users.service.js'
import { BulkRoleDto, BulkUsersDto } from '../dto/bulk-users.dto.js'

@ApiTags('Users')
@Controller('users')
export class BulkUsersController {
  constructor(private readonly bulk: BulkUsersService) {}

  @Post('bulk')
  @RequirePermission('delete:user')
  @ApiOperation({
    summary: 'Delete or restore many users',
    description: 'Deletes or restores users. Does what is possible and returns the reason for the rest.',
  })
  @AnswersBulk()
  async setDeleted(@By() by: Acting, @Body() said: BulkUsersDto) {
    return { data: await this.bulk.setDeleted(by, said) }
  }

  @Post('bulk/:id/undo')
  @RequirePermission('delete:user')
  @UndoesBulk('Undo a deletion of users')
  async undoDeleted(@By() by: Acting, @PathId('change') id: number) {
    return { data: await this.bulk.undoDeleted(by, id) }
  }

  @Post('bulk-role')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Set the role of many users',
    description: 'Gives users a role. Does what is possible and returns the reason for the rest.',
  })
  @AnswersBulk()
  async setRole(@By() by: Acting, @Body() said: BulkRoleDto) {
    return { data: await this.bulk.setRole(by, said) }
  }

  @Post('bulk-role/:id/undo')
  @RequirePermission('update:user')
  @UndoesBulk('Undo a change of user roles')
  async undoRole(@By() by: Acting, @PathId('change') id: number) {
    return { data: await this.bulk.undoRole(by, id) }
  }
}
