import { ApiSchema } from '@nestjs/swagger'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { IdsField, WordField } from '../../../http/body-fields.js'
import { RoleField } from './user-fields.js'
import { ids } from '../../../texts/platform.js'

const ACTIONS = ['delete', 'restore'] as const

/** R-167, T-05: many users that are deleted or restored at once. */
@ApiSchema({ name: 'BulkUsers' })
export class BulkUsersDto {
  @WordField(ACTIONS)
  action: (typeof ACTIONS)[number]

  @IdsField('users', { max: MAX_BULK_ROWS, none: ids('no-users') }) ids: number[]
}

/** R-167, T-05: many users that get a role at once. */
@ApiSchema({ name: 'BulkRole' })
export class BulkRoleDto {
  @IdsField('users', { max: MAX_BULK_ROWS, none: ids('no-users') }) ids: number[]

  @RoleField({ required: true }) role_name: string
}
