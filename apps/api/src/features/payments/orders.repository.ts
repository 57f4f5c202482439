import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { InvoicedParts, OrderVat } from '../invoices/index.js'
import { inMajorUnits } from '../../money/index.js'
import type { Period } from '../subscriptions/index.js'
import { OrderDto, type PaymentMethod } from './dto/order.dto.js'
import texts from './texts.json' with { type: 'json' }

export type OrderRow = RowOf<OrderDto>

/** Returns the joins of an order. Names of users, vehicles and sellers appear only if they are in scope. */
const joinsOf = (transaction: ScopedTransaction) => [
  { aliases: ['b'], join: sql`JOIN businesses b ON b.id = o.business_id` },
  { aliases: ['v'], join: sql`LEFT JOIN businesses v ON v.id = o.seller_id AND ${transaction.within(sql`v.id`)}` },
  { aliases: ['e'], join: sql`LEFT JOIN entities e ON e.id = o.entity_id AND ${transaction.within(sql`e.business_id`)}` },
  { aliases: ['u'], join: sql`LEFT JOIN users u ON u.id = o.ordered_by AND ${transaction.within(sql`u.business_id`)}` },
]
const NAME = sql`u.first_name || ' ' || u.last_name`

const hasDetails = (business: Sql): Sql => sql`EXISTS (SELECT 1 FROM invoice_parties x WHERE x.business_id = ${business})`
/**
 * Reason why there is no invoice: the order never gets an invoice, details are missing, or a step before the invoice is not
 * done yet. If several reasons apply, the first in this list is returned.
 */
const NOT_INVOICED = sql`CASE
    WHEN o.seller_id = o.business_id THEN 'own'
    WHEN o.total_minor = 0 THEN 'free'
    WHEN o.status IN ('cancelled', 'refunded') THEN o.status
    WHEN NOT ${hasDetails(sql`o.seller_id`)} THEN 'seller-details'
    WHEN NOT ${hasDetails(sql`o.business_id`)} THEN 'buyer-details'
    WHEN o.paid_at IS NULL THEN 'payment'
    ELSE 'issue' END`

const orderRows = (transaction: ScopedTransaction, which: Sql): Sql => sql`
  SELECT o.id, stands.state, o.business_id, b.name AS business_name, v.id AS vendor_id, v.name AS vendor, o.entity_id, o.entity_name, e.brand,
    e.frame_number, o.subscription_id, o.title, o.period, o.currency, o.price_minor, o.vat_minor, o.total_minor, o.note, o.method,
    o.paid_at, o.refunded_minor, o.refunded_at, o.starts_at, o.ends_at, i.starts_on::text AS insurance_starts_on,
    i.ends_on::text AS insurance_ends_on, ${NAME} AS user_name, p.problem AS payment_problem, n.id AS invoice_id,
    CASE WHEN n.id IS NULL THEN ${NOT_INVOICED} END AS not_invoiced,
    o.created_at, o.updated_at
  FROM orders o JOIN order_states stands ON stands.id = o.id
  ${joinsOf(transaction).reduce((all, { join }) => sql`${all} ${join}`, sql``)}
  LEFT JOIN LATERAL (SELECT x.starts_on, x.ends_on FROM insurances x WHERE x.entity_id = e.id
    ORDER BY x.starts_on DESC, x.id DESC LIMIT 1) i ON TRUE
  LEFT JOIN LATERAL (SELECT x.problem FROM provider_payments x WHERE x.order_id = o.id AND x.problem IS NOT NULL
    ORDER BY x.id DESC LIMIT 1) p ON TRUE
  LEFT JOIN invoices n ON n.order_id = o.id AND n.credits_id IS NULL
  WHERE ${transaction.within(sql`o.business_id`)} AND ${which}`

/**
 * The list of orders (R-195, R-197, R-323). Aliases: `o` is the order, `stands` its state, `b` the buyer, `v` the seller, `e` the
 * vehicle, `u` the user who ordered.
 */
export const ORDER_LIST = defineList<OrderRow, OrderDto>({
  name: 'payments',
  objectType: 'order',
  plural: 'orders',
  permission: 'read:information',
  description: 'Lists orders for vehicle subscriptions and whether they are paid.',
  dto: OrderDto,
  toDto: toApiRow,
  texts,
  portalPath: '/information',
  key: sql`o.id`,
  from: sql`FROM orders o`,
  joins: (transaction) => [
    { aliases: ['stands'], join: sql`JOIN order_states stands ON stands.id = o.id` },
    ...joinsOf(transaction),
  ],
  where: (transaction) => transaction.within(sql`o.business_id`),
  rows: (transaction, keys: readonly Key[]) => orderRows(transaction, sql`o.id = ANY (${[...keys]}::int[])`),
  columns: {
    id: id(sql`o.id`, { order: true, csv: 'id' }),
    state: code(sql`stands.state`, { csv: 'state', isWord: true }),
    user_name: text(NAME, { csv: 'user_name' }),
    business_id: id(sql`o.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    vendor: text(sql`v.name`, { csv: 'vendor' }),
    entity_id: id(sql`o.entity_id`),
    entity_name: text(sql`o.entity_name`, { isPlain: true, csv: 'entity_name' }),
    brand: text(sql`e.brand`, { csv: 'brand' }),
    frame_number: text(sql`e.frame_number`, { isPlain: true, csv: 'frame_number' }),
    subscription_id: id(sql`o.subscription_id`),
    title: text(sql`o.title`, { isPlain: true, csv: 'title' }),
    period: code(sql`o.period`, { csv: 'period', isWord: true }),
    currency: code(sql`o.currency`, { csv: 'currency' }),
    price_minor: number(sql`o.price_minor`, { csv: ({ price_minor, currency }) => inMajorUnits(price_minor, currency) }),
    total_minor: number(sql`o.total_minor`, { csv: ({ total_minor, currency }) => inMajorUnits(total_minor, currency) }),
    refunded_minor: number(sql`o.refunded_minor`, {
      csv: ({ refunded_minor, currency }) => inMajorUnits(refunded_minor, currency),
    }),
    // An unpaid order has no payment method. The method of a paid order may be unknown; the filter value is then `unknown`.
    method: code(sql`CASE WHEN o.paid_at IS NOT NULL THEN coalesce(o.method, 'unknown') END`, {
      csv: ({ method, paid_at }) => method ?? (paid_at === null ? null : 'unknown'),
      isWord: true,
    }),
    starts_at: time(sql`o.starts_at`, { csv: 'starts_at' }),
    ends_at: time(sql`o.ends_at`, { csv: 'ends_at' }),
    paid_at: time(sql`o.paid_at`, { csv: 'paid_at' }),
    insurance_starts_on: cell('insurance_starts_on'),
    insurance_ends_on: cell('insurance_ends_on'),
    created_at: time(sql`o.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`o.updated_at`),
  },
})

/** Order to add: a period of a product for a vehicle, at the agreed price. */
export interface Ordered {
  entityId: number
  subscriptionId: number
  title: string
  period: string
  grace_days: number
  currency: string
  price_minor: number
  vat: OrderVat
  note?: string | null
  orderedBy?: number
  /**
   * Present only if the order is for the next period of a vehicle's subscription, which has the id `id`. `at` is the end of the
   * subscription's period before the ordered one. `until` is the end of the ordered period if the subscription renews itself,
   * even unpaid; otherwise null.
   */
  follows?: { id: number; at: Date; until: Date | null }
}

/** Data for paying an order and issuing its invoice. The row of the order is locked. */
export interface PayableRow extends OrderVat {
  id: number
  business_id: number
  seller_id: number
  title: string
  entity_name: string
  entity_id: number
  subscription_id: number
  status: 'open' | 'paid' | 'failed' | 'cancelled' | 'refunded'
  period: OrderDto['period']
  grace_days: number
  currency: string
  price_minor: number
  total_minor: number
  refunded_minor: number
  entity_subscription_id: number | null
  starts_at: Date | null
  ends_at: Date | null
}

@Injectable()
export class OrdersRepository {
  /**
   * Finds an order. With `isLocked`, finds it only if the caller is allowed to change it. For that, the seller must be in
   * scope.
   */
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<OrderRow | undefined> {
    if (isLocked && !(await this.lock(transaction, id))) return undefined
    return transaction.row<OrderRow>(orderRows(transaction, sql`o.id = ${id}`))
  }

  lock(transaction: ScopedTransaction, id: number): Promise<PayableRow | undefined> {
    return transaction.row<PayableRow>(sql`SELECT o.id, o.business_id, o.entity_id, o.subscription_id, o.status, o.period, o.grace_days,
        o.currency, o.price_minor, o.total_minor, o.refunded_minor, o.entity_subscription_id, o.starts_at, o.ends_at, o.seller_id, o.title,
        o.entity_name, o.vat_minor, o.vat_rate_bp, o.vat_treatment
      FROM orders o WHERE o.id = ${id} AND ${transaction.within(sql`o.seller_id`)} AND ${transaction.within(sql`o.business_id`)}
      FOR UPDATE`)
  }

  /** @returns the new id; undefined when there is no such vehicle, or the same period was ordered before */
  async add(transaction: ScopedTransaction, order: Ordered): Promise<number | undefined> {
    const { follows, vat } = order
    const runs = follows?.until ? follows : undefined
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO orders (business_id, seller_id, entity_id, subscription_id,
        entity_name, title, period, grace_days, currency, price_minor, note, ordered_by, follows_id, follows_at, entity_subscription_id,
        starts_at, ends_at, vat_minor, vat_rate_bp, vat_treatment)
      SELECT e.business_id, s.business_id, e.id, s.id, e.name, ${order.title}, ${order.period}, ${order.grace_days}::int, ${order.currency},
        ${order.price_minor}::int, ${order.note ?? null}::text, ${order.orderedBy ?? null}::int, ${follows?.id ?? null}::int,
        ${follows?.at.toISOString() ?? null}::timestamptz, ${runs?.id ?? null}::int, ${runs?.at.toISOString() ?? null}::timestamptz,
        ${runs?.until?.toISOString() ?? null}::timestamptz, ${vat.vat_minor}::int, ${vat.vat_rate_bp}::int, ${vat.vat_treatment}::text
      FROM entities e, subscriptions s WHERE e.id = ${order.entityId} AND e.deleted_at IS NULL AND s.id = ${order.subscriptionId}
        AND ${transaction.within(sql`e.business_id`)}
      ON CONFLICT (follows_id, follows_at) DO NOTHING RETURNING id`)
    return added?.id
  }

  /** Returns the business of a vehicle (the buyer) and the seller of a product. */
  partiesOf(
    transaction: ScopedTransaction,
    entityId: number,
    subscriptionId: number,
  ): Promise<{ business_id: number; seller_id: number | null } | undefined> {
    return transaction.row(sql`SELECT e.business_id, (SELECT s.business_id FROM subscriptions s WHERE s.id = ${subscriptionId}) AS seller_id
      FROM entities e WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
  }

  async save(
    transaction: ScopedTransaction,
    id: number,
    change: { price_minor: number; note?: string | null; vat: OrderVat },
  ): Promise<void> {
    const { price_minor, note, vat } = change
    await this.set(
      transaction,
      id,
      sql`price_minor = ${price_minor}::int, note = ${note ?? null}::text, vat_minor = ${vat.vat_minor}::int,
        vat_rate_bp = ${vat.vat_rate_bp}::int, vat_treatment = ${vat.vat_treatment}::text`,
    )
  }

  /** Sets the order's price without VAT, and its VAT, to the amounts on the invoice. The total does not change. */
  async setParts(
    transaction: ScopedTransaction,
    id: number,
    { net_minor, vat_minor, vat_rate_bp, vat_treatment }: InvoicedParts,
  ): Promise<void> {
    await this.set(
      transaction,
      id,
      sql`price_minor = ${net_minor}::int, vat_minor = ${vat_minor}::int, vat_rate_bp = ${vat_rate_bp}::int,
        vat_treatment = ${vat_treatment}`,
    )
  }

  async setStatus(transaction: ScopedTransaction, id: number, status: 'cancelled' | 'failed'): Promise<void> {
    await this.set(transaction, id, sql`status = ${status}`)
  }

  /** @param period period that was paid; needed only if it was not stored with the order */
  async setPaid(
    transaction: ScopedTransaction,
    id: number,
    paid: { method: PaymentMethod; at: string | null; note?: string | null; period?: Period },
  ): Promise<void> {
    const { method, at, note = null, period } = paid
    await this.set(
      transaction,
      id,
      sql`status = 'paid', method = ${method}, paid_at = coalesce(${at}::timestamptz, now()), note = coalesce(${note}::text, note),
        entity_subscription_id = coalesce(${period?.id ?? null}::int, entity_subscription_id),
        starts_at = coalesce(${period?.starts_at.toISOString() ?? null}::timestamptz, starts_at),
        ends_at = coalesce(${period?.ends_at.toISOString() ?? null}::timestamptz, ends_at)`,
    )
  }

  /** @param refundedMinor total of all refunds in the smallest unit of the currency */
  async setRefunded(transaction: ScopedTransaction, id: number, refundedMinor: number): Promise<void> {
    await this.set(
      transaction,
      id,
      sql`refunded_minor = ${refundedMinor}::int, refunded_at = now(),
        status = CASE WHEN ${refundedMinor}::int = total_minor THEN 'refunded' ELSE status END`,
    )
  }

  private async set(transaction: ScopedTransaction, id: number, values: Sql): Promise<void> {
    await transaction.rows(sql`UPDATE orders o SET ${values}, updated_at = clock_timestamp()
      WHERE o.id = ${id} AND ${transaction.within(sql`o.business_id`)}`)
  }
}
