import { Injectable } from '@nestjs/common'
import { ownerIn } from '../../../resources/index.js'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { takenBy } from '../../../database/taken.js'
import { existing } from '../../../http/problems.js'
import { assertNotRolledBack } from '../../../sheets/index.js'
import { DeviceImportsRepository } from './device-imports.repository.js'
import { DevicesRepository } from '../devices.repository.js'
import type { DeviceImportDto, DeviceImportRollbackDto, ImportDevicesDto } from './import-devices.dto.js'
import { MOST_WAITING } from '../possession/claims/claims.service.js'
import { PossessionRepository } from '../possession/possession.repository.js'
import { TrackerNumbers } from '../possession/tracker-numbers.js'
import { readDeviceSheet, type SheetRow } from './read-device-sheet.js'
import type { Sentence } from '../../../texts/sentence.js'
import { changedMeanwhile } from '../possession/claims/changed-meanwhile.js'
import { say } from '../texts.js'

/**
 * Imports devices from a sheet (T-19). A dry run shows the outcome and imports nothing. An import can be undone as a whole.
 */
@Injectable()
export class DeviceImportsService {
  constructor(
    private readonly imports: DeviceImportsRepository,
    private readonly devices: DevicesRepository,
    private readonly possession: PossessionRepository,
    private readonly numbers: TrackerNumbers,
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
      const imeis = values.map(({ imei }) => imei)
      const known = await this.possession.known(transaction, imeis)
      const may = await this.possession.registrable(transaction, imeis, businessId)
      const begun = { importId, businessId, userId: by.caller.userId }
      // The count locks the business. To avoid deadlocks, the locks are taken in the same order as when a claim is
      // registered: first the business, then the tracker numbers.
      const waiting = await this.possession.countWaiting(transaction, businessId)
      const refused = await this.numbers.refusals(transaction, values, businessId)
      const wanted = values.filter(({ imei }) => may.has(imei) && !refused.has(imei))
      const numbered = await this.numbers.take(transaction, wanted, businessId)
      const made = await takenBy(this.imports.addAll(transaction, numbered, begun), changedMeanwhile)
      const isMade = new Set(made.map(({ imei }) => imei))
      // The response for these IMEIs is the same whether they are free or taken.
      const isNeither = (imei: string) => !known.has(imei) && !isMade.has(imei)
      const others = sheet.rows.filter(({ values: { imei } }) => isNeither(imei) && !refused.has(imei))
      const room = Math.max(0, MOST_WAITING - waiting)
      const claims = await this.possession.add(
        transaction,
        others.slice(0, room).map((one) => one.values),
        begun,
      )
      const at =
        (message: Sentence, field = 'imei') =>
        ({ row }: SheetRow) => ({ row, field, message })
      const failed = [
        ...sheet.failed,
        ...sheet.rows.filter(({ values: { imei } }) => known.has(imei)).map(at(say('imei-taken'))),
        ...sheet.rows.flatMap((row) => {
          const { imei } = row.values
          const refusal = refused.get(imei)
          return refusal && isNeither(imei) ? [at(refusal, 'tracker_id')(row)] : []
        }),
        ...others.slice(room).map(at(say('too-many-waiting', { max: MOST_WAITING }))),
      ].sort((a, b) => a.row - b.row)
      const { first_rows } = sheet
      const answer = { import_id: importId, dry_run: dryRun, created: made.length, waiting: claims.length, failed, first_rows }
      if (dryRun || made.length + claims.length === 0) {
        await transaction.execute('ROLLBACK TO SAVEPOINT trial')
        return { ...answer, import_id: null }
      }
      await this.audit.recordAll(
        transaction,
        by,
        made.map(({ id, imei, tracker_id }) => ({
          action: 'device.import',
          id,
          businessId,
          after: { imei, ...(tracker_id && { tracker_id }), import_id: importId },
        })),
      )
      return answer
    })
  }

  /** Undoes an import. Devices that have been on a vehicle stay and are listed in the response. */
  rollBack(by: Acting, id: number): Promise<DeviceImportRollbackDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = existing(await this.imports.lock(transaction, id), 'import')
      assertNotRolledBack(done)
      const found = await this.imports.findImported(transaction, id)
      const unused = found.filter(({ used }) => !used)
      await this.devices.mark(
        transaction,
        unused.map((row) => row.id),
        true,
      )
      await this.possession.withdrawImported(transaction, id)
      await this.imports.end(transaction, id)
      const undone = { action: 'device.import-undo', businessId: done.business_id }
      const removed = unused.map((row) => ({ ...undone, id: row.id, after: { imei: row.imei, import_id: id } }))
      // If all devices of the import are gone or in use, none is removed. The import still counts as undone.
      await this.audit.recordAll(transaction, by, removed.length > 0 ? removed : [{ ...undone, type: 'device-import', id }])
      const kept = found.filter(({ used }) => used)
      return {
        removed: unused.length,
        kept: kept.map((row) => ({ id: row.id, imei: row.imei, message: say('used-since') })),
      }
    })
  }
}
