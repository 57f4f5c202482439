import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { UserDto } from './dto/user.dto.js'
import { UserDeviceDto, UserPermissionsDto } from './dto/user-permissions.dto.js'
import { AssignRoleDto, AttachDeviceDto, GivePermissionDto } from './dto/user-writes.dto.js'
import { UserRightsService } from './user-rights.service.js'

const UserId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Users')
@Controller('users/:id')
export class UserRightsController {
  constructor(private readonly rights: UserRightsService) {}

  @Get('permissions')
  @RequirePermission('read:user')
  @UserId()
  @AnswersOne(UserPermissionsDto)
  @AnswersProblems(404)
  async permissions(@CurrentCaller() caller: Caller, @IdParam('user') id: number): Promise<One<UserPermissionsDto>> {
    return { data: await this.rights.permissions(caller, id) }
  }

  @Post('assignRole')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Nobody gives a role with rights that they do not hold themselves' })
  @UserId()
  @AnswersOne(UserDto)
  @AnswersProblems(400, 404, 409, 422)
  async assignRole(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Body() { role_name }: AssignRoleDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserDto>> {
    return { data: await this.rights.assignRole(caller, id, role_name, originOf(request)) }
  }

  @Post('givePermission')
  @HttpCode(200)
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Besides those of the role. Nobody gives what they do not hold themselves' })
  @UserId()
  @AnswersOne(UserPermissionsDto)
  @AnswersProblems(400, 404, 409, 422)
  async givePermission(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Body() { permissions }: GivePermissionDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserPermissionsDto>> {
    return { data: await this.rights.give(caller, id, permissions, originOf(request)) }
  }

  @Delete('permissions/:permission')
  @RequirePermission('update:user')
  @ApiOperation({ description: 'Takes back one that was given besides the role' })
  @UserId()
  @ApiParam({ name: 'permission', schema: { type: 'string' } })
  @AnswersOne(UserPermissionsDto)
  @AnswersProblems(404, 409)
  async takePermissionBack(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Param('permission') permission: string,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<UserPermissionsDto>> {
    return { data: await this.rights.takeBack(caller, id, permission, originOf(request)) }
  }

  @Get('devices')
  @RequirePermission('read:user')
  @UserId()
  @AnswersAll(UserDeviceDto)
  @AnswersProblems(404)
  async devices(@CurrentCaller() caller: Caller, @IdParam('user') id: number): Promise<{ data: UserDeviceDto[] }> {
    return { data: await this.rights.devices(caller, id) }
  }

  @Post('attachDevice')
  @HttpCode(200)
  @RequirePermission('link:user')
  @UserId()
  @AnswersAll(UserDeviceDto)
  @AnswersProblems(400, 404, 409, 422)
  async attachDevice(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @Body() { device_id }: AttachDeviceDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<{ data: UserDeviceDto[] }> {
    return { data: await this.rights.attachDevice(caller, id, device_id, originOf(request)) }
  }

  @Delete('devices/:deviceId')
  @RequirePermission('link:user')
  @UserId()
  @ApiParam({ name: 'deviceId', schema: { type: 'integer' } })
  @AnswersAll(UserDeviceDto)
  @AnswersProblems(404, 409)
  async detachDevice(
    @CurrentCaller() caller: Caller,
    @IdParam('user') id: number,
    @IdParam('device', 'int4', 'deviceId') deviceId: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<{ data: UserDeviceDto[] }> {
    return { data: await this.rights.detachDevice(caller, id, deviceId, originOf(request)) }
  }
}
