import { ApiSchema } from '@nestjs/swagger'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { IdsField, WordField } from '../../../http/body-fields.js'
import { RoleField } from './user-fields.js'
import { ids } from '../../../texts/platform.js'

const ACTIONS = ['delete', 'restore'] as const

/** Users to delete or restore in one request (R-167, T-05). */
@ApiSchema({ name: 'BulkUsers' })
export class BulkUsersDto {
  @WordField(ACTIONS)
  action: (typeof ACTIONS)[number]

  @IdsField('users', { max: MAX_BULK_ROWS, none: ids('no-users') }) ids: number[]
}

/** Users who get a role in one request (R-167, T-05). */
@ApiSchema({ name: 'BulkRole' })
export class BulkRoleDto {
  @IdsField('users', { max: MAX_BULK_ROWS, none: ids('no-users') }) ids: number[]

  @RoleField({ required: true }) role_name: string
}
