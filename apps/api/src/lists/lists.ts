import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import { type Page, pageMeta } from '../http/page.dto.js'
import { MAX_CSV_ROWS } from './list-export.js'
import type { ListCriteria } from './list-fields.js'
import type { List } from './list.js'

/** Rows of an export that are in memory as rows at the same time. */
const BATCH_ROWS = 2_000

/** Reads lists of which a row tells everything. */
@Injectable()
export class Lists {
  constructor(private readonly database: RequestDatabase) {}

  async page<Row extends QueryResultRow, Dto, Own, Line>(
    list: List<Row, Dto, Own, Line>,
    caller: Caller,
    criteria: ListCriteria<Own>,
  ): Promise<Page<Dto>> {
    const { rows, total, isMinimum } = await this.database.read(caller.scope, (one) => list.findPage(one, caller, criteria))
    return { data: rows.map(list.toDto), meta: pageMeta(criteria.page, criteria.limit, total, isMinimum) }
  }

  /** Every row of the criteria in their order, some thousand at a time. */
  each<Row extends QueryResultRow, Dto, Own, Line>(
    list: List<Row, Dto, Own, Line>,
    caller: Caller,
    criteria: ListCriteria<Own>,
    put: (rows: readonly Dto[]) => Promise<void>,
  ): Promise<void> {
    return this.database.read(caller.scope, async (transaction) => {
      const keys = await list.findKeys(transaction, caller, criteria, MAX_CSV_ROWS + 1)
      for (let at = 0; at < keys.length; at += BATCH_ROWS) {
        const rows = await list.findAll(transaction, caller, keys.slice(at, at + BATCH_ROWS))
        await put(rows.map(list.toDto))
      }
    })
  }
}
