import { Injectable } from '@nestjs/common'
import { ownerIn } from '../../../resources/index.js'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { existing, Problem } from '../../../http/problems.js'
import { DeviceImportsRepository } from './device-imports.repository.js'
import { DevicesRepository } from '../devices.repository.js'
import type { DeviceImportDto, DeviceImportRollbackDto, ImportDevicesDto } from './import-devices.dto.js'
import { readDeviceSheet } from './read-device-sheet.js'
import { say } from '../texts.js'

/** T-19: devices from a sheet, tried first when wanted, and taken back as a whole. */
@Injectable()
export class DeviceImportsService {
  constructor(
    private readonly imports: DeviceImportsRepository,
    private readonly devices: DevicesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  import(by: Acting, body: ImportDevicesDto): Promise<DeviceImportDto> {
    const sheet = readDeviceSheet(body.csv, body.columns)
    const dryRun = body.dry_run ?? false
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, body.business_id)
      await transaction.execute('SAVEPOINT trial')
      const importId = await this.imports.begin(transaction, businessId, by.caller.userId)
      const values = sheet.rows.map((row) => row.values)
      const made = await this.imports.addAll(transaction, values, { importId, businessId, userId: by.caller.userId })
      const known = new Set(made.map(({ imei }) => imei))
      const taken = sheet.rows
        .filter(({ values: { imei } }) => !known.has(imei))
        .map(({ row }) => ({ row, field: 'imei', message: say('imei-taken') }))
      const failed = [...sheet.failed, ...taken].sort((a, b) => a.row - b.row)
      const answer = { import_id: importId, dry_run: dryRun, created: made.length, failed }
      if (dryRun || made.length === 0) {
        await transaction.execute('ROLLBACK TO SAVEPOINT trial')
        return { ...answer, import_id: null }
      }
      await this.audit.recordAll(
        transaction,
        by,
        made.map(({ id, imei }) => ({ action: 'device.import', id, businessId, after: { imei, import_id: importId } })),
      )
      return answer
    })
  }

  /** What was on a vehicle since stays, and is named. */
  rollBack(by: Acting, id: number): Promise<DeviceImportRollbackDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = existing(await this.imports.lock(transaction, id), 'import')
      if (done.rolled_back_at) throw new Problem('conflict', say('rolled-back-already'))
      const found = await this.imports.findImported(transaction, id)
      const unused = found.filter(({ used }) => !used)
      await this.devices.mark(
        transaction,
        unused.map((row) => row.id),
        true,
      )
      await this.imports.end(transaction, id)
      const undone = { action: 'device.import-undo', businessId: done.business_id }
      const removed = unused.map((row) => ({ ...undone, id: row.id, after: { imei: row.imei, import_id: id } }))
      // Also a rollback that finds nothing to remove ends the import.
      await this.audit.recordAll(transaction, by, removed.length > 0 ? removed : [{ ...undone, type: 'device-import', id }])
      const kept = found.filter(({ used }) => used)
      return {
        removed: unused.length,
        kept: kept.map((row) => ({ id: row.id, imei: row.imei, message: say('used-since') })),
      }
    })
  }
}
