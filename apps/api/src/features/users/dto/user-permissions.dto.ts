import { ApiSchema } from '@nestjs/swagger'
import { ListOf, Text, Whole } from '../../../http/properties.js'

/** Permissions of a user, each with its source. */
@ApiSchema({ name: 'UserPermissions' })
export class UserPermissionsDto {
  @Text() role_key: string
  @Text() role: string
  @ListOf('string', { description: 'Permissions from the role' }) role_permissions: string[]
  @ListOf('string', { description: 'Permissions given to this user in addition to the role' }) extra_permissions: string[]
  @ListOf('string', { description: 'All permissions of the user: from the role and in addition to it' }) permissions: string[]
  @ListOf('string', { description: 'Permissions that the caller may give this user; empty for the caller’s own account' })
  grantable: string[]
}

@ApiSchema({ name: 'UserDevice' })
export class UserDeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Null if not entered' }) title: string | null
}
