import { ApiSchema } from '@nestjs/swagger'
import { ListOf, Text, Whole } from '../../../http/properties.js'

/** Permissions of a user, each with its source. */
@ApiSchema({ name: 'UserPermissions' })
export class UserPermissionsDto {
  @Text() role_key: string
  @Text() role: string
  @ListOf('string', { description: 'From the role' }) role_permissions: string[]
  @ListOf('string', { description: 'Given to this user besides' }) extra_permissions: string[]
  @ListOf('string', { description: 'Both together' }) permissions: string[]
  @ListOf('string', { description: 'Those that the caller may give this user; empty for oneself' }) grantable: string[]
}

@ApiSchema({ name: 'UserDevice' })
export class UserDeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true }) title: string | null
}
