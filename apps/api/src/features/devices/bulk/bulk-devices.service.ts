import { Injectable } from '@nestjs/common'
import type { ChangeRow, DeletesRows } from '../../../bulk/index.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { notFound, Problem } from '../../../http/problems.js'
import type { DeviceRow } from '../device.row.js'
import { auditedDevice } from '../device-response.js'
import { DevicesRepository } from '../devices.repository.js'
import { say } from '../texts.js'

/** Changes many devices in one request and returns the outcome of each (T-05). */
@Injectable()
export class BulkDevicesService implements DeletesRows {
  constructor(private readonly devices: DevicesRepository) {}

  async begin(transaction: ScopedTransaction, ids: readonly number[], isDeleted: boolean): Promise<ChangeRow<null>> {
    const rows = await this.devices.lockAll(transaction, ids)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return async (id) => {
      const row = byId.get(id)
      if (!row) throw notFound('device')
      if ((row.state === 'deleted') === isDeleted) return undefined
      if (row.state === 'installed') throw new Problem('conflict', say('take-off-first'))
      await this.devices.mark(transaction, [id], isDeleted)
      const after: DeviceRow = { ...row, state: isDeleted ? 'deleted' : row.returned_at ? 'returned' : 'free' }
      const action = isDeleted ? 'device.delete' : 'device.restore'
      const audited = { before: auditedDevice(row), after: auditedDevice(after) }
      return { before: null, audit: { action, id, businessId: row.business_id, ...audited } }
    }
  }
}
