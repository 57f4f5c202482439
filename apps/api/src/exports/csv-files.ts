import { Injectable } from '@nestjs/common'
import { AuditLog } from '../audit/audit-log.js'
import type { QueryResultRow } from 'pg'
import type { Actor } from '../auth/acting.js'
import { RequestDatabase } from '../database/request-database.js'
import { CsvLines } from '../http/csv.js'
import { type CsvWish, MAX_CSV_ROWS } from '../lists/list-export.js'
import type { List } from '../lists/list.js'
import { csvReader } from '../lists/list-csv.js'
import { invalid } from '../http/problems.js'
import { type CsvFile, CsvPacker } from './csv-file.js'
import { problem } from '../texts/platform.js'

/** Makes the CSV files of lists. */
@Injectable()
export class CsvFiles {
  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes a file. The file is complete before its first byte is sent. A slow reader therefore keeps no transaction open, and a
   * failure becomes a problem instead of half a file. The audit log records the export.
   * @throws Problem 422 for more rows than a sheet may have
   */
  async make<Row extends QueryResultRow, Dto, Own, Line>(
    list: List<Row, Dto, Own, Line>,
    by: Actor,
    { columns, timeZone }: CsvWish,
    write: (put: (lines: readonly Line[]) => Promise<void>) => Promise<void>,
  ): Promise<CsvFile> {
    const { caller } = by
    const packer = new CsvPacker()
    try {
      const csv = new CsvLines(caller.locale)
      const reader = csvReader(caller.locale, timeZone)
      let rows = 0
      await packer.write(csv.head(list.csv.head(columns, caller.locale, timeZone)))
      await write(async (lines) => {
        rows += lines.length
        if (rows > MAX_CSV_ROWS) {
          throw invalid({ format: [problem('csv-too-long', { max: MAX_CSV_ROWS })] })
        }
        await packer.write(lines.map((line) => csv.line(list.csv.cells(line, columns, reader))).join(''))
      })
      const file = await packer.end(rows)
      const after = { rows, columns: columns.join(',') }
      await this.database.write(caller.scope, (transaction) =>
        this.audit.record(transaction, by, `${list.declared.of}.export`, { id: 'list', after }),
      )
      return file
    } catch (error) {
      packer.destroy()
      throw error
    }
  }
}
