import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import { type Page, pageMeta } from '../http/page.dto.js'
import { eachBatch } from './batches.js'
import { MAX_CSV_ROWS } from './list-export.js'
import type { ListCriteria } from './list-fields.js'
import type { List } from './list.js'

/** Serves lists whose rows need no further processing. */
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

  /** Processes every matching row in order, a few thousand at a time. */
  each<Row extends QueryResultRow, Dto, Own, Line>(
    list: List<Row, Dto, Own, Line>,
    caller: Caller,
    criteria: ListCriteria<Own>,
    put: (rows: readonly Dto[]) => Promise<void>,
  ): Promise<void> {
    return this.database.read(caller.scope, async (transaction) => {
      const keys = await list.findKeys(transaction, caller, criteria, MAX_CSV_ROWS + 1)
      await eachBatch(keys, async (some) => put((await list.findAll(transaction, caller, some)).map(list.toDto)))
    })
  }
}
