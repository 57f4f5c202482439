import { headKey } from '@roadbook/contracts/sheet-cell'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing, Problem } from '../../../http/problems.js'
import { ownerIn } from '../../../resources/index.js'
import { assertNotRolledBack, type BadRowDto } from '../../../sheets/index.js'
import { EntityWritesService, TwinsService } from '../../entities/index.js'
import { CoursesService, OffersService } from '../../subscriptions/index.js'
import { InstallService, type NewVehicle } from '../install.service.js'
import { say } from '../texts.js'
import { EntityImportsRepository } from './entity-imports.repository.js'
import type { EntityImportDto, EntityImportRollbackDto, ImportEntitiesDto } from './import-entities.dto.js'
import { type EntityRow, mistakesAt, readEntitySheet } from './read-entity-sheet.js'

/**
 * Imports a fleet from a sheet, with trackers, subscriptions, tags and customers (T-19). A dry run shows the outcome and
 * imports nothing. An import can be undone as a whole.
 */
@Injectable()
export class EntityImportsService {
  constructor(
    private readonly imports: EntityImportsRepository,
    private readonly install: InstallService,
    private readonly entities: EntityWritesService,
    private readonly twins: TwinsService,
    private readonly offers: OffersService,
    private readonly courses: CoursesService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  import(by: Acting, body: ImportEntitiesDto): Promise<EntityImportDto> {
    const dryRun = body.dry_run ?? false
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, body.business_id)
      const known = await this.knownIn(transaction, businessId)
      const sheet = readEntitySheet(body.csv, known, {
        columns: body.columns,
        allowsTwins: body.allow_twins,
        unit: body.odometer_unit,
        decimalSign: body.decimal_sign,
      })
      if (sheet.rows.some(({ vehicle }) => vehicle.imei)) await this.install.assertMayInstall(transaction, businessId)
      await transaction.execute('SAVEPOINT trial')
      const importId = await this.imports.begin(transaction, businessId, by.caller.userId)
      const { made, failed, twins } = await this.addAll(transaction, by, businessId, sheet.rows, body.allow_twins ?? false)
      const answer = {
        import_id: importId,
        dry_run: dryRun,
        created: made.length,
        failed: [...sheet.failed, ...failed].sort((a, b) => a.row - b.row),
        twins: sheet.twins + twins,
        unclear_number: sheet.unclear_number,
        first_rows: sheet.first_rows,
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

  /** Undoes an import. Vehicles that were used or changed since the import stay and are listed in the response. */
  rollBack(by: Acting, id: number): Promise<EntityImportRollbackDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = existing(await this.imports.lock(transaction, id), 'import')
      assertNotRolledBack(done)
      const found = await this.imports.findImported(transaction, id)
      const unused = found.filter(({ used }) => !used).map((row) => row.id)
      await this.imports.undo(transaction, unused)
      await this.courses.cancelAll(transaction, unused)
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
    const subscriptions = new Map(offered.map(({ id, name }) => [headKey(name), id]))
    return { ...(await this.imports.tags(transaction, businessId)), subscriptions }
  }

  /** Adds the rows one by one. Each row is added completely or not at all. */
  private async addAll(
    transaction: ScopedTransaction,
    by: Acting,
    businessId: number,
    rows: readonly EntityRow[],
    allowsTwins: boolean,
  ): Promise<{ made: number[]; failed: BadRowDto[]; twins: number }> {
    const twinsOf = allowsTwins
      ? []
      : await this.twins.problemsOf(
          transaction,
          by.caller,
          businessId,
          rows.map(({ vehicle }) => vehicle),
        )
    const add = (vehicle: NewVehicle, twin: Problem | undefined) => {
      if (twin) throw twin
      // All rows were checked above for twins (vehicles with the same number). The numbers are locked until the transaction
      // ends.
      return this.install.add(transaction, by, { ...vehicle, business_id: businessId, allow_twin: true })
    }
    const made: number[] = []
    const failed: BadRowDto[] = []
    let twins = 0
    for (const [at, { row, vehicle }] of rows.entries()) {
      try {
        made.push(await transaction.savepoint(async () => add(vehicle, twinsOf[at])))
      } catch (error) {
        if (error instanceof Problem && error.details.twins) twins++
        failed.push(...mistakesAt(row, error, vehicle.imei ? 'imei' : 'name'))
      }
    }
    return { made, failed, twins }
  }
}
