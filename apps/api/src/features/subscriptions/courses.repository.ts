import { Injectable } from '@nestjs/common'
import { refusedBy } from '../../database/refused.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { Problem } from '../../http/problems.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, fact, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { VehicleSubscriptionDto } from './dto/course.dto.js'
import type { SubscriptionOptionDto } from './dto/offer.dto.js'
import { inMajorUnits } from '../../money/index.js'
import { titled } from './texts.js'

export type CourseRow = RowOf<VehicleSubscriptionDto>

const SOURCE = sql`FROM entity_subscription_states x JOIN entities e ON e.id = x.entity_id
  JOIN businesses b ON b.id = e.business_id LEFT JOIN subscriptions s ON s.id = x.subscription_id`

const courseRows = (transaction: ScopedTransaction, which: Sql): Sql => sql`
  SELECT x.id, x.entity_id, e.name AS entity_name, e.business_id, b.name AS business_name, x.subscription_id, s.title, x.state,
    coalesce(x.period, s.period) AS period, x.currency, x.price_minor, x.starts_at, x.ends_at, x.covered_until, x.grace_days,
    x.renews, x.cancelled_at, x.created_at, x.updated_at
  ${SOURCE} WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND ${which}`

/**
 * The list of vehicles' subscriptions, present and past. A *course* is one product on one vehicle, with its period. Aliases: x
 * course, e vehicle, b its business, s product.
 */
export const COURSE_LIST = defineList<CourseRow, VehicleSubscriptionDto>({
  name: 'entity-subscriptions',
  objectType: 'entity-subscription',
  plural: 'vehicle subscriptions',
  permission: 'read:information',
  description: 'Lists subscriptions of the vehicles that the caller may see, including those that have ended.',
  dto: VehicleSubscriptionDto,
  toDto: toApiRow,
  texts: titled('courses.title'),
  portalPath: '/subscriptions?tab=vehicles',
  key: sql`x.id`,
  from: sql`FROM entity_subscription_states x JOIN entities e ON e.id = x.entity_id`,
  joins: () => [
    { aliases: ['b'], join: sql`JOIN businesses b ON b.id = e.business_id` },
    { aliases: ['s'], join: sql`LEFT JOIN subscriptions s ON s.id = x.subscription_id` },
  ],
  where: (transaction) => sql`e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`,
  rows: (transaction, keys: readonly Key[]) => courseRows(transaction, sql`x.id = ANY (${[...keys]}::int[])`),
  columns: {
    id: id(sql`x.id`, { order: true }),
    entity_id: id(sql`x.entity_id`),
    entity_name: text(sql`e.name`, { isPlain: true, csv: 'entity_name' }),
    business_id: id(sql`e.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    subscription_id: id(sql`x.subscription_id`),
    title: text(sql`s.title`, { isPlain: true, csv: 'title' }),
    state: code(sql`x.state`, { csv: 'state', isWord: true }),
    period: code(sql`coalesce(x.period, s.period)`, { csv: 'period', isWord: true }),
    currency: code(sql`x.currency`, { csv: 'currency' }),
    price_minor: number(sql`x.price_minor`, {
      csv: ({ price_minor: price, currency }) => (price === null || currency === null ? null : inMajorUnits(price, currency)),
    }),
    starts_at: time(sql`x.starts_at`, { csv: 'starts_at' }),
    ends_at: time(sql`x.ends_at`, { csv: 'ends_at' }),
    covered_until: time(sql`x.covered_until`, { csv: 'covered_until' }),
    renews: fact(sql`x.renews`),
    created_at: time(sql`x.created_at`),
    updated_at: time(sql`x.updated_at`),
  },
})

/** Terms that were agreed when a subscription was given or ordered. */
export type Terms = Pick<SubscriptionOptionDto, 'currency' | 'price_minor' | 'period' | 'grace_days'>

/** Period of a vehicle's subscription. */
export interface Period {
  /** Id of the subscription. */
  id: number
  starts_at: Date
  ends_at: Date
}

/** Locked vehicle that a subscription will be given to. */
export interface CoverableRow {
  business_id: number
  /**
   * End of the vehicle's present cover, including later subscriptions; null when it has no cover. The database driver returns
   * an infinite end as a number.
   */
  covered_until: Date | number | null
}

/** Condition for subscriptions of a vehicle that were not cancelled. Alias: other. */
const COUNTS = sql`other.status <> 'cancelled'`
const END = sql`CASE WHEN other.renews THEN 'infinity' ELSE coalesce(other.ends_at, 'infinity') END`

/**
 * Reports a refusal by the database as a conflict. Only the seller or a payment may cover a vehicle with a sold product
 * (migration 0170).
 */
const covering = <T>(work: Promise<T>): Promise<T> => refusedBy(work, (rule) => new Problem('conflict', rule))

@Injectable()
export class CoursesRepository {
  /** Returns all subscriptions of a vehicle, newest first; undefined when there is no such vehicle. */
  async ofEntity(transaction: ScopedTransaction, entityId: number): Promise<CourseRow[] | undefined> {
    const entity = await transaction.row(sql`SELECT e.id FROM entities e
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
    if (!entity) return undefined
    return transaction.rows<CourseRow>(
      sql`${courseRows(transaction, sql`x.entity_id = ${entityId}`)} ORDER BY x.starts_at DESC, x.id DESC`,
    )
  }

  /**
   * Locks the vehicle. If two requests give it a subscription at the same time, the second waits and then finds the
   * subscription of the first.
   */
  lockEntity(transaction: ScopedTransaction, id: number): Promise<CoverableRow | undefined> {
    return transaction.row<CoverableRow>(sql`SELECT e.business_id,
        (SELECT max(${END}) FROM entity_subscriptions other
          WHERE other.entity_id = e.id AND ${COUNTS} AND ${END} > now()) AS covered_until
      FROM entities e WHERE e.id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} FOR UPDATE OF e`)
  }

  /** Returns whether a period that begins at this moment overlaps a subscription of the vehicle. */
  async isCovered(transaction: ScopedTransaction, entityId: number, startsAt: string, period: string): Promise<boolean> {
    const found =
      await transaction.row(sql`SELECT 1 FROM entity_subscriptions other WHERE other.entity_id = ${entityId} AND ${COUNTS}
      AND other.starts_at < subscription_end_after(${startsAt}::timestamptz, ${startsAt}::timestamptz, ${period})
      AND ${END} > ${startsAt}::timestamptz LIMIT 1`)
    return found !== undefined
  }

  async give(
    transaction: ScopedTransaction,
    one: {
      entityId: number
      subscriptionId: number
      offered: Terms
      startsAt: string | null
      renews: boolean
      /** User who gives the subscription; null when it was paid. */
      by: number | null
    },
  ): Promise<Period> {
    const { currency, price_minor, period, grace_days } = one.offered
    const given = transaction.row<Period>(sql`INSERT INTO entity_subscriptions
        (entity_id, subscription_id, starts_at, ends_at, anchored_at, period, currency, price_minor, grace_days, renews, given_by)
      SELECT e.id, ${one.subscriptionId}::int, begins, subscription_end_after(begins, begins, ${period}::text), begins, ${period}::text,
        ${currency}::text, ${price_minor}::int, ${grace_days}::int, ${one.renews}::boolean, ${one.by}::int
      FROM entities e, LATERAL (SELECT coalesce(${one.startsAt}::timestamptz, now()) AS begins) at
      WHERE e.id = ${one.entityId} AND ${transaction.within(sql`e.business_id`)} RETURNING id, starts_at, ends_at`)
    const added = await covering(given)
    if (!added) throw new Error('what was just given is on no vehicle of who gave it')
    return added
  }

  /** Finds a subscription and locks its vehicle, so that concurrent requests to give this vehicle a subscription wait. */
  async lock(transaction: ScopedTransaction, id: number): Promise<CourseRow | undefined> {
    await transaction.rows(sql`SELECT e.id FROM entities e JOIN entity_subscriptions x ON x.entity_id = e.id
      WHERE x.id = ${id} AND ${transaction.within(sql`e.business_id`)} FOR UPDATE OF e`)
    return transaction.row<CourseRow>(courseRows(transaction, sql`x.id = ${id}`))
  }

  /**
   * Finds the vehicle's latest subscription of a product. The subscription has an end, has not ended, and does not renew
   * itself.
   */
  findLast(transaction: ScopedTransaction, entityId: number, subscriptionId: number): Promise<CourseRow | undefined> {
    return transaction.row<CourseRow>(
      sql`${courseRows(
        transaction,
        sql`x.entity_id = ${entityId} AND x.subscription_id = ${subscriptionId} AND NOT x.renews AND x.ends_at IS NOT NULL
        AND x.state IN ('pending', 'active', 'expiring')`,
      )} ORDER BY x.ends_at DESC LIMIT 1`,
    )
  }

  /** Removes the last period of a subscription. If it was the only period, cancels the subscription. */
  async takeBack(transaction: ScopedTransaction, { id, starts_at, ends_at }: Period): Promise<void> {
    const last = sql`x.id = ${id} AND x.status = 'active' AND NOT x.renews
      AND date_trunc('milliseconds', x.ends_at) = ${ends_at.toISOString()}::timestamptz`
    const begins = sql`${starts_at.toISOString()}::timestamptz`
    await transaction.rows(sql`UPDATE entity_subscriptions x SET updated_at = clock_timestamp(),
        status = CASE WHEN x.starts_at < ${begins} THEN x.status ELSE 'cancelled' END,
        cancelled_at = CASE WHEN x.starts_at < ${begins} THEN x.cancelled_at ELSE now() END,
        ends_at = CASE WHEN x.starts_at < ${begins} THEN ${begins} ELSE x.ends_at END
      WHERE ${last}`)
  }

  /**
   * Extends a subscription by a period.
   * @returns its new end; undefined when another subscription overlaps the extension
   */
  async renew(transaction: ScopedTransaction, { id, period }: CourseRow): Promise<Date | undefined> {
    const extended = transaction.row<{ ends_at: Date }>(sql`UPDATE entity_subscriptions x
      SET ends_at = next.ends_at, anchored_at = coalesce(x.anchored_at, x.ends_at), updated_at = clock_timestamp()
      FROM (SELECT own.id, subscription_end_after(coalesce(own.anchored_at, own.ends_at), own.ends_at, ${period}::text) AS ends_at
        FROM entity_subscriptions own WHERE own.id = ${id}) next
      WHERE x.id = next.id AND NOT EXISTS (SELECT 1 FROM entity_subscriptions other
        WHERE other.entity_id = x.entity_id AND other.id <> x.id AND ${COUNTS} AND other.starts_at < next.ends_at AND ${END} > x.ends_at)
      RETURNING x.ends_at`)
    return (await covering(extended))?.ends_at
  }

  async setRenewing(transaction: ScopedTransaction, id: number, renews: boolean): Promise<void> {
    const set = sql`UPDATE entity_subscriptions x SET renews = ${renews}, updated_at = clock_timestamp() WHERE x.id = ${id}`
    await covering(transaction.rows(set))
  }

  async cancel(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE entity_subscriptions x SET status = 'cancelled', renews = FALSE, cancelled_at = now(),
      updated_at = clock_timestamp() WHERE x.id = ${id}`)
  }

  /** Cancels all subscriptions of these vehicles. */
  async cancelAll(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<void> {
    await transaction.rows(sql`UPDATE entity_subscriptions x SET status = 'cancelled', renews = FALSE, cancelled_at = now(),
        updated_at = clock_timestamp()
      FROM entities e WHERE e.id = x.entity_id AND e.id = ANY (${[...entityIds]}::int[]) AND x.status <> 'cancelled'
        AND ${transaction.within(sql`e.business_id`)}`)
  }
}
