import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { AuditLog } from '../../audit/audit-log.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { Invoicing } from '../invoices/index.js'
import { AT_ONCE } from '../../endings/index.js'
import { OrdersRepository } from './orders.repository.js'

const PERIODS: Job<Record<string, never>> = {
  kind: 'order-periods',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 30,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 1,
  cron: '2-52/10 * * * *',
}

/** Vehicle's subscription whose next period must be ordered. */
interface DueRow {
  id: number
  entity_id: number
  business_id: number
  seller_id: number
  subscription_id: number
  title: string
  period: 'month' | 'quarter' | 'year'
  grace_days: number
  currency: string
  price_minor: number
  ends_at: Date
  /** End of the next period if the subscription renews itself; otherwise null. */
  until: Date | null
}

/**
 * Orders the next period of billed subscriptions, two weeks before that period begins. Each period is ordered once. Runs
 * outside requests and serves every business.
 */
@Injectable()
export class OrderPeriods implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly database: RequestDatabase,
    private readonly orders: OrdersRepository,
    private readonly invoicing: Invoicing,
    private readonly audit: AuditLog,
  ) {}

  onModuleInit(): void {
    this.queue.handle(PERIODS, async (_, { jobId }) => {
      let ordered = AT_ONCE
      while (ordered === AT_ONCE) ordered = await this.database.write('all', (transaction) => this.order(transaction, jobId))
    })
  }

  private async order(transaction: ScopedTransaction, jobId: string): Promise<number> {
    const due = await transaction.rows<DueRow>(DUE)
    for (const row of due) {
      const { entity_id: entityId, subscription_id: subscriptionId, id, ends_at: at, until, ...terms } = row
      const vat = await this.invoicing.vat(transaction, row)
      const order = await this.orders.add(transaction, { ...terms, vat, entityId, subscriptionId, follows: { id, at, until } })
      if (order === undefined) continue
      await this.audit.recordOutsider(transaction, {
        actor: 'Roadbook',
        origin: { remoteAddress: '', requestId: jobId },
        businessId: row.business_id,
        id: entityId,
        action: 'entity.order-add',
        after: { order, subscription: row.title, currency: row.currency, price_minor: row.price_minor },
      })
    }
    return due.length
  }
}

const DUE = sql`SELECT x.id, x.entity_id, e.business_id, x.subscription_id, s.business_id AS seller_id, s.title, x.period, x.grace_days, x.currency, x.price_minor,
    x.ends_at, CASE WHEN x.renews THEN subscription_end_after(coalesce(x.anchored_at, x.ends_at), x.ends_at, x.period) END AS until
  FROM entity_subscription_states x JOIN entities e ON e.id = x.entity_id AND e.deleted_at IS NULL
  JOIN subscriptions s ON s.id = x.subscription_id AND s.bills
  WHERE x.ends_at BETWEEN now() AND now() + interval '14 days' AND (x.state = 'expiring' OR (x.renews AND x.state = 'active'))
    AND x.period IS NOT NULL AND x.price_minor IS NOT NULL AND x.currency IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.follows_id = x.id AND o.follows_at = x.ends_at)
  ORDER BY x.ends_at, x.id LIMIT ${AT_ONCE} FOR UPDATE OF e SKIP LOCKED`
