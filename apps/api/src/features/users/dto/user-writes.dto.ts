import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { PERMISSIONS } from '@roadbook/contracts'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsInt, Max, Min } from 'class-validator'
import { EmailField, RoleField } from './user-fields.js'

/** G-66: who deletes for good types the e-mail. */
@ApiSchema({ name: 'ForceDestroyUser' })
export class ForceDestroyUserDto {
  @EmailField()
  email: string
}

@ApiSchema({ name: 'AssignRole' })
export class AssignRoleDto {
  @RoleField({ required: true })
  role_name: string
}

@ApiSchema({ name: 'GivePermission' })
export class GivePermissionDto {
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...PERMISSIONS] }, minItems: 1 })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(PERMISSIONS.length)
  @ArrayUnique()
  @IsIn(PERMISSIONS, { each: true, message: 'Unknown permission' })
  permissions: string[]
}

@ApiSchema({ name: 'AttachDevice' })
export class AttachDeviceDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  device_id: number
}
