import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { PERMISSIONS } from '@roadbook/contracts'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator'
import { IdField } from '../../../http/body-fields.js'
import { EmailField, RoleField } from './user-fields.js'
import { field, ids } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Confirmation of a permanent deletion, by typing the e-mail address (G-66). */
@ApiSchema({ name: 'ForceDestroyUser' })
export class ForceDestroyUserDto {
  @EmailField() email: string
}

@ApiSchema({ name: 'AssignRole' })
export class AssignRoleDto {
  @RoleField({ required: true }) role_name: string
}

@ApiSchema({ name: 'GivePermission' })
export class GivePermissionDto {
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...PERMISSIONS] }, minItems: 1 })
  @IsArray(says(field('not-list')))
  @ArrayMinSize(1, says(field('at-least', { min: 1 })))
  @ArrayMaxSize(PERMISSIONS.length, says(field('at-most', { max: PERMISSIONS.length })))
  @ArrayUnique(says(ids('once')))
  @IsIn(PERMISSIONS, { each: true, ...says(say('unknown-permission')) })
  permissions: string[]
}

@ApiSchema({ name: 'AttachDevice' })
export class AttachDeviceDto {
  @IdField('device') device_id: number
}
