import { ApiSchema } from '@nestjs/swagger'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { IdsField, WordField } from '../../../http/body-fields.js'
import { ids } from '../../../texts/platform.js'

const ACTIONS = ['delete', 'restore'] as const

/** T-05: many vehicles that are deleted or restored at once. */
@ApiSchema({ name: 'BulkEntities' })
export class BulkEntitiesDto {
  @WordField(ACTIONS)
  action: (typeof ACTIONS)[number]

  @IdsField('entities', { max: MAX_BULK_ROWS, none: ids('no-entities') })
  ids: number[]
}
