import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { PERMISSIONS } from '@roadbook/contracts'
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn } from 'class-validator'
import { Fact, ListOf, OneOf, Text, Whole } from '../../../http/properties.js'
import { field, ids } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Role with its permissions. It states whether the caller is allowed to give the role to users. */
@ApiSchema({ name: 'Role' })
export class RoleDto {
  @Whole() id: number
  @Text({ example: 'dealer' }) key: string
  @Text({ example: 'Dealer' }) name: string
  @ListOf('string') permissions: string[]
  @Whole({ description: 'Number of users in the caller’s businesses with this role' }) users: number
  @Fact({ description: 'True if the caller may assign this role: nobody can give rights that they do not have' })
  can_assign: boolean
  @Text({ nullable: true, description: 'Permission that the caller lacks in order to assign the role; null without one' })
  missing_permission: string | null
}

@ApiSchema({ name: 'UpdateRole' })
export class UpdateRoleDto {
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...PERMISSIONS] } })
  @IsArray(says(field('not-list')))
  @ArrayMaxSize(PERMISSIONS.length, says(field('at-most', { max: PERMISSIONS.length })))
  @ArrayUnique(says(ids('once')))
  @IsIn(PERMISSIONS, { each: true, ...says(say('unknown-permission')) })
  permissions: string[]
}

@ApiSchema({ name: 'Permission' })
export class PermissionDto {
  @OneOf(PERMISSIONS) key: string
  @OneOf(['screen', 'write'], { description: 'Kind of permission: to open a screen, or to change something on it' }) kind: string
  @Text({ description: 'Key of the text that explains it, in every language of the portal', example: 'permissions.read_user' })
  text_key: string
  @Fact({ description: 'True if the caller has this permission' }) is_held: boolean
}
