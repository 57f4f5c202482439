import { Body, Controller, Get, Put } from '@nestjs/common'
import { ApiExtension, ApiOperation, ApiTags } from '@nestjs/swagger'
import { SUPER_ADMIN } from '../../auth/access.js'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { PermissionDto, RoleDto, UpdateRoleDto } from './dto/role.dto.js'
import { RolesService } from './roles.service.js'

@ApiTags('Roles')
@Controller()
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Get('roles')
  @RequirePermission('read:user')
  @ApiOperation({ summary: 'List roles', description: 'Lists the roles with their permissions.' })
  @AnswersAll(RoleDto)
  async list(@CurrentCaller() caller: Caller) {
    return { data: await this.roles.list(caller) }
  }

  @Put('roles/:id')
  @RequirePermission('update:user')
  @ApiExtension('x-roles', [SUPER_ADMIN])
  @ApiOperation({
    summary: 'Update a role',
    description:
      'Replaces the permissions of a role, for everybody who has it, from their next request on. For super admins only.',
  })
  @AnswersOne(RoleDto, 400, 409, 422)
  async update(@By() by: Acting, @PathId('role') id: number, @Body() { permissions }: UpdateRoleDto) {
    return { data: await this.roles.update(by, id, permissions) }
  }

  @Get('permissions')
  @RequirePermission('read:user')
  @ApiOperation({
    summary: 'List permissions',
    description: 'Lists all permissions, each with the key of the text that explains it.',
  })
  @AnswersAll(PermissionDto)
  permissions(@CurrentCaller() caller: Caller): { data: PermissionDto[] } {
    return { data: this.roles.permissions(caller) }
  }
}
