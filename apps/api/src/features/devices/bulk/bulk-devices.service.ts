import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { type BulkResultDto, BulkRows, type RowChange } from '../../../bulk/index.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { OnceRequest } from '../../../http/once.js'
import { notFound, Problem } from '../../../http/problems.js'
import type { RequestOrigin } from '../../../http/request-origin.js'
import type { DeviceRow } from '../device.row.js'
import { auditedDevice } from '../device-response.js'
import { DevicesRepository } from '../devices.repository.js'
import type { BulkDevicesDto } from './bulk-devices.dto.js'

const DELETE = 'device.delete'
const RESTORE = 'device.restore'

/** T-05: many devices at once, with what became of each. Deleting and restoring are each other's way back. */
@Injectable()
export class BulkDevicesService {
  constructor(
    private readonly bulk: BulkRows,
    private readonly devices: DevicesRepository,
  ) {}

  setDeleted(
    caller: Caller,
    { action, ids }: BulkDevicesDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
  ): Promise<BulkResultDto> {
    const isDeleted = action === 'delete'
    return this.bulk.change<null>(caller, once, {
      ...{ action: isDeleted ? DELETE : RESTORE, ids, isUndoable: true },
      begin: (transaction) => this.begin(transaction, caller, origin, ids, isDeleted),
    })
  }

  undo(caller: Caller, id: number, once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    return this.bulk.undo<null>(caller, id, once, {
      actions: [DELETE, RESTORE],
      begin: (transaction, done, ids) => this.begin(transaction, caller, origin, ids, done === RESTORE),
    })
  }

  private async begin(
    transaction: ScopedTransaction,
    caller: Caller,
    origin: RequestOrigin,
    ids: readonly number[],
    isDeleted: boolean,
  ): Promise<(id: number) => Promise<RowChange<null>>> {
    const rows = await this.devices.lockAll(transaction, ids)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return async (id) => {
      const row = byId.get(id)
      if (!row) throw notFound('device')
      if ((row.state === 'deleted') === isDeleted) return undefined
      if (row.state === 'installed') throw new Problem('conflict', { detail: 'It is on a vehicle; take it off first' })
      await this.devices.mark(transaction, [id], isDeleted)
      const entry = { caller, origin, action: isDeleted ? DELETE : RESTORE, object: { type: 'device', id } }
      const after: DeviceRow = { ...row, state: isDeleted ? 'deleted' : row.returned_at ? 'returned' : 'free' }
      const audit = { ...entry, businessId: row.business_id, before: auditedDevice(row), after: auditedDevice(after) }
      return { before: null, audit }
    }
  }
}
