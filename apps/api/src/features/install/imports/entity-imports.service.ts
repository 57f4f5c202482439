import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing, invalid } from '../../../http/problems.js'
import { ownerIn } from '../../../resources/index.js'
import { assertNotRolledBack, type BadRowDto } from '../../../sheets/index.js'
import { EntityWritesService } from '../../entities/index.js'
import { OffersService } from '../../subscriptions/index.js'
import { InstallService, type NewVehicle } from '../install.service.js'
import { say } from '../texts.js'
import { EntityImportsRepository } from './entity-imports.repository.js'
import type { EntityImportDto, EntityImportRollbackDto, ImportEntitiesDto } from './import-entities.dto.js'
import { type EntityRow, mistakesAt, readEntitySheet } from './read-entity-sheet.js'

/** T-19: a fleet moves in from a sheet, with trackers, subscriptions, tags and customers: tried first, and taken back as a whole. */
@Injectable()
export class EntityImportsService {
  constructor(
    private readonly imports: EntityImportsRepository,
    private readonly install: InstallService,
    private readonly entities: EntityWritesService,
    private readonly offers: OffersService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  import(by: Acting, body: ImportEntitiesDto): Promise<EntityImportDto> {
    const dryRun = body.dry_run ?? false
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, body.business_id)
      const sheet = readEntitySheet(body.csv, body.columns, await this.knownIn(transaction, businessId))
      if (sheet.rows.some(({ vehicle }) => vehicle.imei)) await this.install.assertMayInstall(transaction, businessId)
      await transaction.execute('SAVEPOINT trial')
      const importId = await this.imports.begin(transaction, businessId, by.caller.userId)
      const { made, failed } = await this.addAll(transaction, by, businessId, sheet.rows)
      const answer = {
        import_id: importId,
        dry_run: dryRun,
        created: made.length,
        failed: [...sheet.failed, ...failed].sort((a, b) => a.row - b.row),
      }
      if (dryRun || made.length === 0) {
        await transaction.execute('ROLLBACK TO SAVEPOINT trial')
        return { ...answer, import_id: null }
      }
      await this.imports.finish(transaction, importId, made)
      const entry = { type: 'entity-import', id: importId, businessId, after: { created: made.length } }
      await this.audit.record(transaction, by, 'entity.import', entry)
      return answer
    })
  }

  /** What was used or changed since stays, and is named. */
  rollBack(by: Acting, id: number): Promise<EntityImportRollbackDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = existing(await this.imports.lock(transaction, id), 'import')
      assertNotRolledBack(done)
      const found = await this.imports.findImported(transaction, id)
      const unused = found.filter(({ used }) => !used).map((row) => row.id)
      await this.imports.undo(transaction, unused)
      for (const entityId of unused) await this.entities.remove(transaction, by, entityId)
      await this.imports.end(transaction, id)
      const entry = { type: 'entity-import', id, businessId: done.business_id, after: { removed: unused.length } }
      await this.audit.record(transaction, by, 'entity.import-undo', entry)
      const kept = found.filter(({ used }) => used)
      return {
        removed: unused.length,
        kept: kept.map((row) => ({ id: row.id, name: row.name, message: say('import.used-since') })),
      }
    })
  }

  private async knownIn(transaction: ScopedTransaction, businessId: number) {
    const offered = await this.offers.offeredTo(transaction, businessId)
    const subscriptions = new Map(offered.map(({ id, name }) => [name.toLowerCase(), id]))
    return { ...(await this.imports.tags(transaction, businessId)), subscriptions }
  }

  /** Row by row, each whole or not at all. */
  private async addAll(
    transaction: ScopedTransaction,
    by: Acting,
    businessId: number,
    rows: readonly EntityRow[],
  ): Promise<{ made: number[]; failed: BadRowDto[] }> {
    const frames = rows.map(({ vehicle }) => vehicle.frame_number.toLowerCase())
    const taken = await this.imports.framesTaken(transaction, businessId, frames)
    const made: number[] = []
    const failed: BadRowDto[] = []
    const add = (vehicle: NewVehicle) => {
      if (taken.has(vehicle.frame_number.toLowerCase())) throw invalid({ frame_number: [say('import.frame-taken')] })
      return this.install.add(transaction, by, { ...vehicle, business_id: businessId })
    }
    for (const { row, vehicle } of rows) {
      try {
        made.push(await transaction.savepoint(async () => add(vehicle)))
      } catch (error) {
        failed.push(...mistakesAt(row, error, vehicle.imei ? 'imei' : 'name'))
      }
    }
    return { made, failed }
  }
}
