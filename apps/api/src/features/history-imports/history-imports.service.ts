import { Inject, Injectable } from '@nestjs/common'
import type { Fix } from '@roadbook/contracts'
import type { Acting } from '../../auth/acting.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { toApiRow } from '../../http/api-row.js'
import { invalid, Problem } from '../../http/problems.js'
import { JobQueue } from '../../jobs/index.js'
import { type Finding, ResourceService } from '../../resources/index.js'
import { absent } from '../../texts/platform.js'
import type { HistoryImportDto, HistoryImportResultDto } from './dto/history-import.dto.js'
import type { ImportHistoryDto } from './dto/import-history.dto.js'
import { free, inTime } from './files/dated.js'
import { type HistoryFile, NotReadable } from './files/history-file.js'
import { readFile } from './files/read-file.js'
import type { Refused } from './files/refusals.js'
import type { HistoryImportRow } from './history-import-list.js'
import { HistoryImportsRepository } from './history-imports.repository.js'
import { IMPORT_HISTORY, UNDO_HISTORY_IMPORT } from './import-history.job.js'
import { digestOf, newImei, packed } from './packed-positions.js'
import { say } from './texts.js'

/** Maximum age of an imported position in months. The database stores no position that is older than ten years. */
const MOST_MONTHS = 119
/**
 * Maximum unfinished imports of a business at the same time. Because of this limit, imports of other businesses do not wait
 * long.
 */
const MOST_UNFINISHED = 3

/** Imports of earlier rides of a vehicle from files of other systems (decision 123). */
@Injectable()
export class HistoryImportsService extends ResourceService<HistoryImportRow, HistoryImportDto> {
  @Inject(HistoryImportsRepository) private readonly imports: HistoryImportsRepository
  @Inject(JobQueue) private readonly queue: JobQueue
  @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration
  protected readonly thing = 'import'
  protected readonly toDto = (row: HistoryImportRow) => toApiRow(row)
  protected readonly audited = ({ entity_id, file_name, format, points, state }: HistoryImportRow) => ({
    entity_id,
    file_name,
    format,
    points,
    state,
  })

  async create(by: Acting, body: ImportHistoryDto): Promise<HistoryImportResultDto> {
    const now = Date.now()
    const file = await read(body, now)
    const { fixes: readFixes, refusals } = file
    const dated = inTime(readFixes, refusals, { oldest: this.oldest(now), newest: now })
    if (body.dry_run) {
      return this.database.read(
        by.caller.scope,
        async (transaction) => (await this.examine(transaction, body, file, dated)).result,
      )
    }
    return this.onceOnly.write(by, async (transaction) => {
      const { result, ...more } = await this.examine(transaction, body, file, dated)
      if (result.is_known) return result
      if (result.points === 0) throw invalid({ content: [nothingTaken(file)] })
      if ((await this.imports.countUnfinished(transaction, more.entity.business_id)) >= MOST_UNFINISHED) {
        throw new Problem('conflict', say('too-many-unfinished', { max: MOST_UNFINISHED }))
      }
      return { ...result, import: await this.begin(transaction, by, body, { ...more, result }) }
    })
  }

  /** Undoes an import: its positions and trips are removed. Undoing it again changes nothing. */
  async delete(by: Acting, id: number): Promise<HistoryImportDto> {
    return this.change(by, id, 'history-import.undo', async (transaction, { state }) => {
      if (state === 'undoing' || state === 'undone') return
      if (await this.imports.isWrittenAbout(transaction, id)) throw new Problem('conflict', say('written-about'))
      await this.imports.undo(transaction, id)
      await this.queue.enqueue(transaction, UNDO_HISTORY_IMPORT, { import_id: id }, { requestedBy: by.caller })
    })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<HistoryImportRow | undefined> {
    return this.imports.findOne(transaction, id, isLocked)
  }

  /** Returns the time before which positions are too old to be imported. */
  private oldest(now: number): number {
    const day = new Date(now)
    return day.setUTCMonth(day.getUTCMonth() - Math.min(this.configuration.RETENTION_MONTHS, MOST_MONTHS))
  }

  /**
   * Finds the positions of a file that can be stored. Leaves out positions from periods in which a tracker or an earlier
   * import reports the vehicle. If the same positions were imported before, none can be stored.
   */
  private async examine(transaction: ScopedTransaction, body: ImportHistoryDto, file: HistoryFile, dated: readonly Fix[]) {
    const entity = await this.imports.findEntity(transaction, body.entity_id, !body.dry_run)
    if (!entity) throw invalid({ entity_id: [absent('entity')] })
    const digest = digestOf(dated)
    const same = dated.length > 0 ? await this.imports.findSame(transaction, body.entity_id, digest) : undefined
    const occupied = await this.imports.occupied(transaction, body.entity_id)
    const { fixes, stays } = same ? { fixes: [], stays: [] } : free(dated, occupied, file.refusals)
    return { entity, digest, fixes, stays, leftOut: file.refusals.count, result: this.resultOf(body, file, fixes, same) }
  }

  private resultOf(
    { dry_run: dryRun = false }: ImportHistoryDto,
    { format, refusals, needsTimeZone, sheet }: HistoryFile,
    fixes: readonly Fix[],
    same: HistoryImportRow | undefined,
  ): HistoryImportResultDto {
    const [first, last] = [fixes[0], fixes.at(-1)]
    return {
      dry_run: dryRun,
      format,
      points: fixes.length,
      first_at: first ? new Date(first.positionedAt).toISOString() : null,
      last_at: last ? new Date(last.positionedAt).toISOString() : null,
      left_out: refusals
        .list()
        .map((refused) => ({ message: this.sentenceOf(refused), count: refused.count, lines: refused.lines })),
      needs_time_zone: needsTimeZone,
      sheet: sheet ? { heads: sheet.heads, columns: sheet.columns, speed_unit: sheet.speedUnit } : null,
      is_known: same !== undefined,
      import: same ? this.toDto(same) : null,
    }
  }

  private sentenceOf({ reason, detail = '' }: Refused) {
    if (reason === 'too-old') return say(reason, { months: Math.min(this.configuration.RETENTION_MONTHS, MOST_MONTHS) })
    return reason === 'other-fields' ? say(reason, { detail }) : say(reason)
  }

  private async begin(
    transaction: ScopedTransaction,
    by: Acting,
    { entity_id: entityId, file_name: fileName }: ImportHistoryDto,
    { entity, digest, fixes, stays, leftOut, result }: Awaited<ReturnType<HistoryImportsService['examine']>>,
  ): Promise<HistoryImportDto> {
    const { userId } = by.caller
    const id = await this.imports.add(transaction, {
      entityId,
      entityName: entity.name,
      businessId: entity.business_id,
      userId,
      fileName,
      format: result.format,
      digest,
      points: fixes.length,
      leftOut,
      firstAt: fixes[0]!.positionedAt,
      lastAt: fixes.at(-1)!.positionedAt,
    })
    const imei = newImei()
    await this.imports.addTracker(transaction, id, { imei, packets: packed(imei, result.format, fixes), stays })
    await this.queue.enqueue(transaction, IMPORT_HISTORY, { import_id: id, look: 0 }, { requestedBy: by.caller })
    const row = await this.found(transaction, id, { caller: by.caller })
    await this.audit.record(transaction, by, 'history-import.create', { ...this.about(row), after: this.audited(row) })
    return this.toDto(row)
  }
}

async function read(body: ImportHistoryDto, now: number): Promise<HistoryFile> {
  try {
    return await readFile(Buffer.from(body.content, 'base64'), {
      timeZone: body.time_zone ?? 'UTC',
      columns: { ...body.columns },
      now,
      ...(body.speed_unit !== undefined && { speedUnit: body.speed_unit }),
    })
  } catch (error) {
    throw error instanceof NotReadable ? invalid({ content: [error.sentence] }) : error
  }
}

/** Returns the reason why no position of the file can be imported. */
function nothingTaken({ sheet, refusals }: HistoryFile) {
  const { latitude, longitude, time } = sheet?.columns ?? { latitude: '', longitude: '', time: '' }
  if (latitude === null || longitude === null || time === null) return say('no-column')
  return say(refusals.count > 0 ? 'nothing-taken' : 'no-points')
}
