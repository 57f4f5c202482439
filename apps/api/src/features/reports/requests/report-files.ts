import { Injectable } from '@nestjs/common'
import type { Actor } from '../../../auth/acting.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { AuditLog } from '../../../audit/audit-log.js'
import { invalid } from '../../../http/problems.js'
import { MAX_CSV_ROWS } from '../../../lists/list-export.js'
import {
  csvSheet,
  MAX_PDF_ROWS,
  type PackedFile,
  type PaperFormat,
  pdfSheet,
  type Sheet,
  type SheetWriter,
  xlsxSheet,
} from '../../../papers/index.js'
import { type OpenedReport, ReportRows } from '../report-rows.js'
import { sheetOf } from '../report-sheet.js'
import type { ReportWish } from '../report-wish.js'
import { ReportsRepository } from '../reports.repository.js'
import { say } from '../texts.js'

export interface MadeReport extends PackedFile {
  /** Name of the file. */
  name: string
  /** Title for users. */
  title: string
  rows: number
  /** Ids of the businesses of the report's vehicles. */
  businessIds: readonly number[]
}

/** Maximum trips on the map of a report. Only reports about one vehicle have a map. */
const MAX_MAP_TRIPS = 300

/** Makes the files of reports. */
@Injectable()
export class ReportFiles {
  constructor(
    private readonly database: RequestDatabase,
    private readonly rows: ReportRows,
    private readonly reports: ReportsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes the file and records the export in the audit log.
   * @param onProgress called at the start and after each batch, with the fraction of rows that are written. If it throws, no
   *   file is made.
   * @throws Problem 422 for an invalid report, and for more rows than a file may have
   */
  async make(
    by: Actor,
    wish: ReportWish,
    format: PaperFormat,
    onProgress: (share: number) => Promise<void>,
  ): Promise<MadeReport> {
    const opened = await this.rows.open(by, wish, MAX_CSV_ROWS + 1)
    const { length } = opened.keys
    if (length > MAX_CSV_ROWS) throw invalid({ format: [say('file-too-long', { max: MAX_CSV_ROWS })] })
    if (format === 'pdf' && length > MAX_PDF_ROWS) throw invalid({ format: [say('pdf-too-long', { max: MAX_PDF_ROWS })] })
    await onProgress(0)
    const sheet = sheetOf(opened, await this.subjectOf(opened))
    const writer = await this.begin(format, sheet, opened)
    let rows = 0
    await this.rows.each(opened, async (some, done) => {
      await writer.add(some)
      rows += some.length
      await onProgress(done / length)
    })
    const file = await writer.end()
    const name = `${wish.mode}-${wish.from}-${wish.till}.${format}`
    await this.database.write(by.caller.scope, (transaction) =>
      this.audit.record(transaction, by, 'report.export', { id: name, after: { rows, format, mode: wish.mode } }),
    )
    const businessIds = [...new Set(opened.subject.entities.map(({ business_id }) => business_id))]
    return { ...file, name, title: sheet.title, rows, businessIds }
  }

  private async begin(format: PaperFormat, sheet: Sheet, opened: OpenedReport): Promise<SheetWriter> {
    if (format === 'csv') return csvSheet(sheet)
    if (format === 'xlsx') return xlsxSheet(sheet)
    return pdfSheet(sheet, await this.linesOf(opened))
  }

  /** Returns the lines for the map of a report about one vehicle. */
  private linesOf({ subject, keys }: OpenedReport) {
    if (subject.wish.mode !== 'all' || subject.entities.length !== 1) return []
    return this.database.read(subject.caller.scope, (transaction) =>
      this.reports.findLines(transaction, subject, keys.slice(0, MAX_MAP_TRIPS).map(Number)),
    )
  }

  /** Returns the subject in the title: the name of the vehicle or group, or the words for all vehicles. */
  private async subjectOf({ subject }: OpenedReport): Promise<string> {
    const { entities, wish, caller } = subject
    if (wish.targetGroupId === null && wish.entityIds.length === 0) return say('word.all-vehicles').in(caller.locale)
    if (wish.targetGroupId === null) return entities.length === 1 ? (entities[0]?.name ?? '') : ''
    const { targetGroupId } = wish
    return this.database.read(subject.caller.scope, (transaction) => this.reports.nameOfGroup(transaction, targetGroupId))
  }
}
