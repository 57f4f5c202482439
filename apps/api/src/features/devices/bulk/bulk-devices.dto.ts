import { ApiSchema } from '@nestjs/swagger'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { IdsField, WordField } from '../../../http/body-fields.js'
import { ids } from '../../../texts/platform.js'

const ACTIONS = ['delete', 'restore'] as const

/** T-05: many devices that are deleted or restored at once. */
@ApiSchema({ name: 'BulkDevices' })
export class BulkDevicesDto {
  @WordField(ACTIONS)
  action: (typeof ACTIONS)[number]

  @IdsField('devices', { max: MAX_BULK_ROWS, none: ids('no-devices') })
  ids: number[]
}
