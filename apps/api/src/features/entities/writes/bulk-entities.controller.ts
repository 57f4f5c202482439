import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { BulkDeletion } from '../../../bulk/index.js'
import { EntityWritesService } from './entity-writes.service.js'

const ENTITIES = { kind: 'entity', what: 'entities', permission: 'delete:entity', schema: 'BulkEntities' } as const

@ApiTags('Entities')
@Controller('entities/bulk')
export class BulkEntitiesController extends BulkDeletion(ENTITIES) {
  constructor(writes: EntityWritesService) {
    super({
      begin: (transaction, _ids, isDeleted, by) => (id) => writes.setDeleted(transaction, by, id, isDeleted),
    })
  }
}
