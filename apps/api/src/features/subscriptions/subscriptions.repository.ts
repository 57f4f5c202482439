import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, fact, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { COVERS } from '../entities/index.js'
import { SubscriptionDto, type UpdateSubscriptionDto } from './dto/subscription.dto.js'
import { inMajorUnits } from '../../money/index.js'
import texts from './texts.json' with { type: 'json' }

export type SubscriptionRow = RowOf<SubscriptionDto>

/**
 * Returns the condition that a product is visible. Callers see the products of their own businesses, and only those products
 * of a parent that the parent offers to them. Alias: s product.
 */
export const isSeen = (transaction: ScopedTransaction): Sql =>
  transaction.scope === 'all'
    ? sql`TRUE`
    : sql`(${transaction.within(sql`s.business_id`)} OR s.deleted_at IS NULL AND EXISTS (SELECT 1 FROM business_subscriptions a
        WHERE a.subscription_id = s.id AND a.business_id IN (SELECT scope_line_ids())))`

const subscriptionRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT s.id, s.title, s.description, s.currency, s.default_price_minor, s.discount_price_minor, s.period, s.grace_days,
    s.bills, s.business_id, b.name AS business_name,
    (SELECT count(*)::int FROM business_subscriptions a
      WHERE a.subscription_id = s.id AND ${transaction.within(sql`a.business_id`)}) AS businesses_count,
    (SELECT count(DISTINCT x.entity_id)::int FROM entity_subscription_states x
      JOIN entities e ON e.id = x.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      WHERE x.subscription_id = s.id AND ${COVERS}) AS vehicles_count,
    s.created_at, s.updated_at, s.deleted_at
  FROM subscriptions s LEFT JOIN businesses b ON b.id = s.business_id AND ${transaction.within(sql`b.id`)}
  WHERE ${isSeen(transaction)} AND s.id = ANY (${[...ids]}::int[])`

const STATE = sql`CASE WHEN s.deleted_at IS NULL THEN 'offered' ELSE 'deleted' END`

/**
 * The list of products (R-322). Deleted products appear only when the state filter asks for them. Aliases: s product, b its
 * business.
 */
export const SUBSCRIPTION_LIST = defineList<SubscriptionRow, SubscriptionDto>({
  name: 'subscriptions',
  objectType: 'subscription',
  plural: 'subscription products',
  permission: 'read:information',
  description:
    'Lists the products of the businesses that the caller may see, and the products that parent businesses offer to them.',
  dto: SubscriptionDto,
  toDto: toApiRow,
  texts,
  key: sql`s.id`,
  from: sql`FROM subscriptions s`,
  joins: (transaction) => [
    { aliases: ['b'], join: sql`LEFT JOIN businesses b ON b.id = s.business_id AND ${transaction.within(sql`b.id`)}` },
  ],
  where: (transaction, _, { conditions }) => sql`${isSeen(transaction)}
    AND (${conditions.some(({ field }) => field === 'state')}::boolean OR s.deleted_at IS NULL)`,
  rows: subscriptionRows,
  columns: {
    id: id(sql`s.id`, { order: true }),
    title: text(sql`s.title`, { isPlain: true, csv: 'title' }),
    description: text(sql`s.description`, { order: false, isPlain: true, csv: 'description' }),
    currency: code(sql`s.currency`, { csv: 'currency' }),
    default_price_minor: number(sql`s.default_price_minor`, {
      csv: ({ default_price_minor: price, currency }) => inMajorUnits(price, currency),
    }),
    discount_price_minor: number(sql`s.discount_price_minor`, {
      csv: ({ discount_price_minor: price, currency }) => (price === null ? null : inMajorUnits(price, currency)),
    }),
    period: code(sql`s.period`, { csv: 'period', isWord: true }),
    grace_days: number(sql`s.grace_days`, { csv: 'grace_days' }),
    bills: fact(sql`s.bills`),
    business_id: id(sql`s.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    state: code(STATE, { csv: ({ deleted_at }) => (deleted_at ? 'deleted' : 'offered'), isWord: true }),
    businesses_count: cell('businesses_count'),
    vehicles_count: cell('vehicles_count'),
    created_at: time(sql`s.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`s.updated_at`),
  },
})

@Injectable()
export class SubscriptionsRepository {
  /** Finds a product. It may be deleted. Only the caller's own products can be locked. */
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<SubscriptionRow | undefined> {
    if (isLocked) {
      const own = await transaction.row(sql`SELECT s.id FROM subscriptions s
        WHERE s.id = ${id} AND ${transaction.within(sql`s.business_id`)} FOR UPDATE`)
      if (!own) return undefined
    }
    return transaction.row<SubscriptionRow>(subscriptionRows(transaction, [id]))
  }

  async add(transaction: ScopedTransaction, businessId: number, subscription: UpdateSubscriptionDto): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO subscriptions
        (business_id, title, description, currency, default_price_minor, discount_price_minor, period, grace_days, bills)
      SELECT b.id, ${subscription.title}, ${subscription.description ?? null}, ${subscription.currency}, ${subscription.default_price_minor}::int,
        ${subscription.discount_price_minor ?? null}::int, ${subscription.period}, ${subscription.grace_days}::int, ${subscription.bills ?? false}::boolean
      FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} RETURNING id`)
    if (!added) throw new Error('a product that was just added is not of the business that it was made for')
    return added.id
  }

  /** Changes a product. Subscriptions that vehicles already have keep their terms. */
  async save(transaction: ScopedTransaction, id: number, subscription: UpdateSubscriptionDto): Promise<void> {
    await transaction.rows(sql`UPDATE subscriptions s SET title = ${subscription.title}, description = ${subscription.description ?? null},
        currency = ${subscription.currency}, default_price_minor = ${subscription.default_price_minor}::int,
        discount_price_minor = ${subscription.discount_price_minor ?? null}::int, period = ${subscription.period}, grace_days = ${subscription.grace_days}::int,
        bills = coalesce(${subscription.bills ?? null}::boolean, bills), updated_at = clock_timestamp()
      WHERE s.id = ${id} AND ${transaction.within(sql`s.business_id`)}`)
  }

  /**
   * Returns the number of businesses that the product is offered to, and the number of vehicles with a subscription to the
   * product that has not ended.
   */
  async usage(transaction: ScopedTransaction, id: number): Promise<{ businesses: number; vehicles: number }> {
    const counted = await transaction.row<{ businesses: number; vehicles: number }>(sql`SELECT
      (SELECT count(*)::int FROM business_subscriptions a
        WHERE a.subscription_id = ${id} AND ${transaction.within(sql`a.business_id`)}) AS businesses,
      (SELECT count(DISTINCT x.entity_id)::int FROM entity_subscription_states x
        JOIN entities e ON e.id = x.entity_id AND ${transaction.within(sql`e.business_id`)}
        WHERE x.subscription_id = ${id} AND x.state IN ('pending', 'active', 'expiring')) AS vehicles`)
    return counted ?? { businesses: 0, vehicles: 0 }
  }

  async setDeleted(transaction: ScopedTransaction, id: number, isDeleted: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE subscriptions s SET
        deleted_at = ${isDeleted ? sql`coalesce(s.deleted_at, now())` : sql`NULL`}, updated_at = clock_timestamp()
      WHERE s.id = ${id} AND ${transaction.within(sql`s.business_id`)}`)
  }
}
