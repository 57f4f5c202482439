import { ApiSchema } from '@nestjs/swagger'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { IdsField, WordField } from '../../../http/body-fields.js'
import { RoleField } from './user-fields.js'

const ACTIONS = ['delete', 'restore', 'role'] as const
export type BulkUserAction = (typeof ACTIONS)[number]

/** R-167, T-05: what is done to many users at once. */
@ApiSchema({ name: 'BulkUsers' })
export class BulkUsersDto {
  @WordField(ACTIONS)
  action: BulkUserAction

  @IdsField('users', { max: MAX_BULK_ROWS })
  ids: number[]

  @RoleField({ required: false })
  role_name?: string
}
