import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { AskedConsentRow } from './consent.row.js'
import { CONSENT_COLUMNS } from './consents.repository.js'

@Injectable()
export class CustomerAnswersRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Returns the business of a link. This query runs without the database role of requests, because the customer has no
   * tenant. All later queries run in the scope of this business.
   */
  async findBusiness(linkHash: Buffer): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ business_id: number }>(
      sql`SELECT e.business_id FROM consents c JOIN entities e ON e.id = c.entity_id WHERE c.link_hash = ${linkHash}`.toQuery(),
    )
    return rows[0]?.business_id
  }

  /** Finds the consent of a link and locks it until the transaction ends. */
  find(transaction: ScopedTransaction, linkHash: Buffer): Promise<AskedConsentRow | undefined> {
    return this.select(transaction, linkHash, true)
  }

  read(transaction: ScopedTransaction, linkHash: Buffer): Promise<AskedConsentRow | undefined> {
    return this.select(transaction, linkHash, false)
  }

  private select(transaction: ScopedTransaction, linkHash: Buffer, isLocked: boolean): Promise<AskedConsentRow | undefined> {
    return transaction.row(sql`SELECT ${CONSENT_COLUMNS}, u.first_name || ' ' || u.last_name AS requested_by,
        e.id AS entity_id, e.name AS entity_name, b.id AS business_id, b.name AS business_name,
        k.first_name || ' ' || k.last_name AS customer_name, k.locale
      FROM consents c
      JOIN entities e ON e.id = c.entity_id
      JOIN businesses b ON b.id = e.business_id
      LEFT JOIN users u ON u.id = c.requested_by
      LEFT JOIN consumers k ON k.id = c.consumer_id
      WHERE c.link_hash = ${linkHash} AND ${transaction.within(sql`e.business_id`)} ${isLocked ? sql`FOR UPDATE OF c` : sql``}`)
  }
}
