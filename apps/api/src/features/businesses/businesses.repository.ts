import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { BusinessTreeRow } from './business.row.js'

@Injectable()
export class BusinessesRepository {
  /** Every business in scope, by name. */
  findAll(transaction: ScopedTransaction): Promise<BusinessTreeRow[]> {
    return transaction.rows<BusinessTreeRow>(sql`SELECT b.id, b.name, b.kind, b.parent_id,
        coalesce(e.count, 0) AS entities_count, coalesce(d.count, 0) AS devices_count
      FROM businesses b
      LEFT JOIN (SELECT business_id, count(*) FROM entities WHERE deleted_at IS NULL GROUP BY 1) e ON e.business_id = b.id
      LEFT JOIN (SELECT business_id, count(*) FROM devices WHERE deleted_at IS NULL GROUP BY 1) d ON d.business_id = b.id
      WHERE ${transaction.within(sql`b.id`)}
      ORDER BY lower(b.name), b.id`)
  }
}
