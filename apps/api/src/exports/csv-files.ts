import { Injectable } from '@nestjs/common'
import { AuditLog } from '../audit/audit-log.js'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import { CsvLines } from '../http/csv.js'
import { MAX_CSV_ROWS } from '../lists/list-export.js'
import { invalid } from '../http/problems.js'
import { type CsvFile, CsvPacker } from './csv-file.js'
import type { CsvList, CsvView } from './csv-list.js'
import { problem } from '../texts/platform.js'

/** Makes the CSV files of lists. */
@Injectable()
export class CsvFiles {
  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The file is made whole before a byte of it leaves: a slow reader holds no transaction, and what fails is a problem instead
   * of half a file. That somebody took it is in the audit log.
   * @throws Problem 422 for more rows than a sheet holds
   */
  async make<Extra>(list: CsvList<Extra>, caller: Caller, view: CsvView<Extra>): Promise<CsvFile> {
    const { columns, timeZone } = view.wish
    const packer = new CsvPacker()
    try {
      const csv = new CsvLines(caller.locale)
      let rows = 0
      await packer.write(csv.head(list.head(columns, caller.locale, timeZone)))
      await list.write(caller, view, async (some) => {
        rows += some.length
        if (rows > MAX_CSV_ROWS) {
          throw invalid({ format: [problem('csv-too-long', { max: MAX_CSV_ROWS })] })
        }
        await packer.write(some.map((cells) => csv.line(cells)).join(''))
      })
      const file = await packer.end(rows)
      const { objectType: type } = list
      const entry = { caller, origin: view.origin, action: `${type}.export`, object: { type, id: 'list' } }
      await this.database.write(caller.scope, (transaction) =>
        this.audit.record(transaction, { ...entry, after: { rows, columns: columns.join(',') } }),
      )
      return file
    } catch (error) {
      packer.destroy()
      throw error
    }
  }
}
