import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { type BulkResultDto, BulkRows } from '../../bulk/index.js'
import type { OnceRequest } from '../../http/once.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { BulkEntitiesDto } from './dto/bulk-entities.dto.js'
import { EntityWritesService } from './entity-writes.service.js'

const DELETE = 'entity.delete'
const RESTORE = 'entity.restore'

/** T-05: many vehicles at once, with what became of each. */
@Injectable()
export class BulkEntitiesService {
  constructor(
    private readonly bulk: BulkRows,
    private readonly writes: EntityWritesService,
  ) {}

  setDeleted(
    caller: Caller,
    { action, ids }: BulkEntitiesDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
  ): Promise<BulkResultDto> {
    const isDeleted = action === 'delete'
    return this.bulk.change<null>(caller, once, {
      ...{ action: isDeleted ? DELETE : RESTORE, ids, isUndoable: true },
      begin: (transaction) => Promise.resolve((id) => this.writes.setDeleted(transaction, caller, id, isDeleted, origin)),
    })
  }

  /** Deleting and restoring are each other's way back. */
  undo(caller: Caller, id: number, once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    return this.bulk.undo<null>(caller, id, once, {
      actions: [DELETE, RESTORE],
      begin: (transaction, done) =>
        Promise.resolve((entity) => this.writes.setDeleted(transaction, caller, entity, done === RESTORE, origin)),
    })
  }
}
