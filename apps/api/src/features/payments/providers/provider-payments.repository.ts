import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { ProviderName, Which } from './payment-provider.js'
import type { PaidFor, PaymentFacts, PaymentRow } from './apply-report.js'

export interface StoredPayment extends PaymentRow {
  id: number
  order_id: number
  provider: ProviderName
  key: string
  ref: string | null
}

/** Order to pay, with its seller. */
export interface OrderToPay extends PaidFor {
  id: number
  business_id: number
  seller_id: number
  entity_id: number
  title: string
  entity_name: string
}

const COLUMNS = sql`p.id, p.order_id, p.provider, p.key, p.ref, p.intent, p.currency, p.amount_minor, p.status, p.paid_at,
  p.refunded_minor, p.withdrawn_minor, p.withdrawn_at, p.is_counted, p.problem`

/** Payments at a provider. A payment is changed only while its order is locked. */
@Injectable()
export class ProviderPaymentsRepository {
  lockOrder(transaction: ScopedTransaction, id: number): Promise<OrderToPay | undefined> {
    return transaction.row<OrderToPay>(sql`SELECT o.id, o.business_id, o.seller_id, o.entity_id, o.title, o.entity_name, o.status,
        o.currency, o.total_minor, o.refunded_minor
      FROM orders o WHERE o.id = ${id} AND ${transaction.within(sql`o.business_id`)} FOR UPDATE`)
  }

  /** Finds the payment of an order that is still open. */
  open(transaction: ScopedTransaction, orderId: number): Promise<StoredPayment | undefined> {
    return transaction.row<StoredPayment>(sql`SELECT ${COLUMNS} FROM provider_payments p
      WHERE p.order_id = ${orderId} AND p.status = 'open' AND ${transaction.within(sql`p.business_id`)}`)
  }

  /** Finds the payment that paid an order. */
  counted(transaction: ScopedTransaction, orderId: number): Promise<StoredPayment | undefined> {
    return transaction.row<StoredPayment>(sql`SELECT ${COLUMNS} FROM provider_payments p
      WHERE p.order_id = ${orderId} AND p.is_counted AND ${transaction.within(sql`p.business_id`)}`)
  }

  find(transaction: ScopedTransaction, provider: ProviderName, { key, ref, intent }: Which): Promise<StoredPayment | undefined> {
    const isOurKey = key !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
    return transaction.row<StoredPayment>(sql`SELECT ${COLUMNS} FROM provider_payments p
      WHERE p.provider = ${provider} AND ${transaction.within(sql`p.business_id`)}
        AND (p.key = ${isOurKey ? key : null}::uuid OR p.ref = ${ref ?? null}::text OR p.intent = ${intent ?? null}::text) LIMIT 1`)
  }

  byId(transaction: ScopedTransaction, id: number): Promise<StoredPayment | undefined> {
    return transaction.row<StoredPayment>(sql`SELECT ${COLUMNS} FROM provider_payments p
      WHERE p.id = ${id} AND ${transaction.within(sql`p.business_id`)}`)
  }

  /** Finds open payments that had no message for a while, because a message may have been lost. The oldest comes first. */
  quiet(transaction: ScopedTransaction, provider: ProviderName, limit: number): Promise<StoredPayment[]> {
    return transaction.rows<StoredPayment>(sql`SELECT ${COLUMNS} FROM provider_payments p
      WHERE p.provider = ${provider} AND p.status = 'open' AND p.ref IS NOT NULL AND p.updated_at < now() - interval '10 minutes'
        AND ${transaction.within(sql`p.business_id`)} ORDER BY p.updated_at LIMIT ${limit}`)
  }

  async add(transaction: ScopedTransaction, provider: ProviderName, order: OrderToPay): Promise<StoredPayment> {
    const { id, business_id, currency, total_minor } = order
    const added = await transaction.row<StoredPayment>(sql`INSERT INTO provider_payments AS p
        (order_id, business_id, provider, currency, amount_minor)
      VALUES (${id}, ${business_id}, ${provider}, ${currency}, ${total_minor}) RETURNING ${COLUMNS}`)
    if (!added) throw new Error('a payment that was just made is not there')
    return added
  }

  async name(transaction: ScopedTransaction, id: number, ref: string): Promise<void> {
    await transaction.rows(sql`UPDATE provider_payments SET ref = ${ref}, updated_at = clock_timestamp() WHERE id = ${id}
      AND ${transaction.within(sql`business_id`)}`)
  }

  /** Records that the provider was asked about the payment, whatever it answered. */
  async touch(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE provider_payments SET updated_at = clock_timestamp() WHERE id = ${id}
      AND ${transaction.within(sql`business_id`)}`)
  }

  async keep(transaction: ScopedTransaction, id: number, facts: PaymentFacts): Promise<void> {
    await transaction.rows(sql`UPDATE provider_payments SET status = ${facts.status}, intent = ${facts.intent}::text,
        paid_at = ${facts.paid_at?.toISOString() ?? null}::timestamptz, refunded_minor = ${facts.refunded_minor}::int,
        withdrawn_minor = ${facts.withdrawn_minor}::int, withdrawn_at = ${facts.withdrawn_at?.toISOString() ?? null}::timestamptz,
        is_counted = ${facts.is_counted}::boolean, problem = ${facts.problem}::text, updated_at = clock_timestamp()
      WHERE id = ${id} AND ${transaction.within(sql`business_id`)}`)
  }

  /** Stores the total that was refunded. */
  async noteRefund(transaction: ScopedTransaction, id: number, minor: number): Promise<void> {
    await transaction.rows(sql`UPDATE provider_payments SET refunded_minor = greatest(refunded_minor, ${minor}::int),
      updated_at = clock_timestamp() WHERE id = ${id} AND ${transaction.within(sql`business_id`)}`)
  }
}
