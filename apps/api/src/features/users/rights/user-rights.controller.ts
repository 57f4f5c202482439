import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { UserDto } from '../dto/user.dto.js'
import { UserDeviceDto, UserPermissionsDto } from '../dto/user-permissions.dto.js'
import { AssignRoleDto, AttachDeviceDto, GivePermissionDto } from '../dto/user-writes.dto.js'
import { UserRightsService } from './user-rights.service.js'

@ApiTags('Users')
@Controller('users/:id')
export class UserRightsController {
  constructor(private readonly rights: UserRightsService) {}

  @Get('permissions')
  @RequirePermission('read:user')
  @ApiOperation({
    summary: 'List the permissions of a user',
    description: 'Lists the permissions of a user from the role and in addition to it.',
  })
  @AnswersOne(UserPermissionsDto)
  async permissions(@CurrentCaller() caller: Caller, @PathId('user') id: number) {
    return { data: await this.rights.permissions(caller, id) }
  }

  @Post('assignRole')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Assign a role to a user',
    description: 'Gives a user a role. Nobody can give a role with rights that they do not have.',
  })
  @AnswersOne(UserDto, 400, 409, 422)
  async assignRole(@By() by: Acting, @PathId('user') id: number, @Body() { role_name }: AssignRoleDto) {
    return { data: await this.rights.assignRole(by, id, role_name) }
  }

  @Post('givePermission')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Give permissions to a user',
    description: 'Gives a user permissions in addition to the role. Nobody can give permissions that they do not have.',
  })
  @AnswersOne(UserPermissionsDto, 400, 409, 422)
  async givePermission(@By() by: Acting, @PathId('user') id: number, @Body() { permissions }: GivePermissionDto) {
    return { data: await this.rights.give(by, id, permissions) }
  }

  @Delete('permissions/:permission')
  @RequirePermission('update:user')
  @ApiOperation({
    summary: 'Take a permission from a user',
    description: 'Removes a permission that was given in addition to the role.',
  })
  @ApiParam({ name: 'permission', schema: { type: 'string' } })
  @AnswersOne(UserPermissionsDto, 409)
  async takePermissionBack(@By() by: Acting, @PathId('user') id: number, @Param('permission') permission: string) {
    return { data: await this.rights.takeBack(by, id, permission) }
  }

  @Get('devices')
  @RequirePermission('read:user')
  @ApiOperation({ summary: 'List the devices of a user', description: 'Lists the devices that are attached to a user.' })
  @AnswersAll(UserDeviceDto)
  async devices(@CurrentCaller() caller: Caller, @PathId('user') id: number) {
    return { data: await this.rights.devices(caller, id) }
  }

  @Post('attachDevice')
  @RequirePermission('link:user')
  @ApiOperation({ summary: 'Attach a device to a user', description: 'Gives a user access to a device.' })
  @AnswersAll(UserDeviceDto, 400, 409, 422)
  async attachDevice(@By() by: Acting, @PathId('user') id: number, @Body() { device_id }: AttachDeviceDto) {
    return { data: await this.rights.attachDevice(by, id, device_id) }
  }

  @Delete('devices/:deviceId')
  @RequirePermission('link:user')
  @ApiOperation({ summary: 'Detach a device from a user', description: 'Ends the access of a user to a device.' })
  @AnswersAll(UserDeviceDto, 409)
  async detachDevice(@By() by: Acting, @PathId('user') id: number, @PathId('device', { name: 'deviceId' }) deviceId: number) {
    return { data: await this.rights.detachDevice(by, id, deviceId) }
  }
}
