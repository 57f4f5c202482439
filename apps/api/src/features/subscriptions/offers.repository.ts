import { Injectable } from '@nestjs/common'
import type { BusinessKind } from '@roadbook/contracts'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { toApiRow } from '../../http/api-row.js'
import { cell, code, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { COVERS } from '../entities/index.js'
import { BusinessOffersDto, type OfferedSubscriptionDto, type SubscriptionOptionDto } from './dto/offer.dto.js'
import { isSeen } from './subscriptions.repository.js'
import { titled } from './texts.js'

export interface BusinessOffersRow extends Omit<BusinessOffersDto, 'own' | 'inherited'> {
  offers: OfferedSubscriptionDto[]
}

/**
 * Selects the products offered to a business. Each offer is a row for the business itself or for one of its parents. If
 * several rows offer the same product, the row of the nearest business applies. If the business has changed parents,
 * products of the former parent are left out. Aliases: b business, s product, a the row of the offer.
 */
const offersOf = (of: Sql): Sql => sql`FROM businesses b
  JOIN business_subscriptions a ON a.business_id = ANY (b.path)
  JOIN subscriptions s ON s.id = a.subscription_id AND s.deleted_at IS NULL AND s.business_id = ANY (b.path)
  WHERE ${of} ORDER BY s.id, array_position(b.path, a.business_id) DESC`

const PRICE = sql`CASE WHEN a.is_discounted THEN coalesce(s.discount_price_minor, s.default_price_minor) ELSE s.default_price_minor END`

const titles = (offers: readonly OfferedSubscriptionDto[]) => offers.map(({ title }) => title).join(', ') || null

const liveEntities = (transaction: ScopedTransaction): Sql =>
  sql`FROM entities e WHERE e.business_id = b.id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`

/** The list of businesses with their offers (R-193). Alias: b business. */
export const BUSINESS_OFFERS_LIST = defineList<BusinessOffersRow, BusinessOffersDto>({
  name: 'business-subscriptions',
  objectType: 'business',
  plural: 'product offers of businesses',
  permission: 'read:business-management',
  description: 'Lists businesses with the products attached to each and the products that each inherits.',
  dto: BusinessOffersDto,
  toDto: ({ offers, ...row }) => ({
    ...toApiRow(row),
    own: offers.filter(({ from_id }) => from_id === null),
    inherited: offers.filter(({ from_id }) => from_id !== null),
  }),
  texts: titled('offers.title'),
  portalPath: '/subscription-management',
  key: sql`b.id`,
  from: sql`FROM businesses b`,
  where: (transaction) => transaction.within(sql`b.id`),
  rows: (transaction, ids: readonly Key[]) => sql`SELECT b.id, b.name, b.kind,
      (SELECT above.name FROM businesses above WHERE above.id = b.parent_id AND ${transaction.within(sql`above.id`)}) AS parent_name,
      (SELECT coalesce(json_agg(offer ORDER BY in_order(offer.title), offer.id), '[]') FROM (
        SELECT s.id, s.title, a.is_discounted, nullif(a.business_id, own.id) AS from_id,
          CASE WHEN a.business_id <> own.id THEN
            (SELECT above.name FROM business_path(own.id) above WHERE above.id = a.business_id) END AS from_name
        FROM (SELECT b.id, b.path) own
        CROSS JOIN LATERAL (SELECT DISTINCT ON (line.subscription_id) line.* FROM business_subscriptions line
          WHERE line.business_id = ANY (own.path)
          ORDER BY line.subscription_id, array_position(own.path, line.business_id) DESC) a
        JOIN subscriptions s ON s.id = a.subscription_id AND s.deleted_at IS NULL AND s.business_id = ANY (own.path)
      ) offer) AS offers,
      (SELECT count(*)::int ${liveEntities(transaction)}) AS vehicles_count,
      (SELECT count(*)::int ${liveEntities(transaction)} AND EXISTS (
        SELECT 1 FROM entity_subscription_states x WHERE x.entity_id = e.id AND ${COVERS})) AS covered_count
    FROM businesses b WHERE b.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`b.id`)}`,
  columns: {
    id: id(sql`b.id`, { order: true }),
    name: text(sql`b.name`, { isPlain: true, csv: 'name' }),
    kind: code(sql`b.kind`, { csv: 'kind', isWord: true }),
    own: cell(({ own }) => titles(own)),
    inherited: cell(({ inherited }) => titles(inherited)),
    vehicles_count: cell('vehicles_count'),
    covered_count: cell('covered_count'),
    created_at: time(sql`b.created_at`),
  },
})

/** Business that an offer is for, and the present state of the offer. */
export interface OfferTargetRow {
  id: number
  name: string
  /** Null when the product is not offered. */
  is_discounted: boolean | null
  /** True when the product belongs to this business or to a parent of it. */
  is_below: boolean
}

@Injectable()
export class OffersRepository {
  /** Finds a product that can be offered. `is_own` is true when the caller may choose its price. */
  product(transaction: ScopedTransaction, id: number): Promise<{ title: string; is_own: boolean } | undefined> {
    return transaction.row<{
      title: string
      is_own: boolean
    }>(sql`SELECT s.title, ${transaction.within(sql`s.business_id`)} AS is_own
      FROM subscriptions s WHERE s.id = ${id} AND s.deleted_at IS NULL AND ${isSeen(transaction)}`)
  }

  targets(
    transaction: ScopedTransaction,
    subscriptionId: number,
    ids: readonly number[],
    kind: BusinessKind | undefined,
  ): Promise<OfferTargetRow[]> {
    return transaction.rows<OfferTargetRow>(sql`SELECT b.id, b.name, a.is_discounted, s.business_id = ANY (b.path) AS is_below
      FROM businesses b JOIN subscriptions s ON s.id = ${subscriptionId}
      LEFT JOIN business_subscriptions a ON a.business_id = b.id AND a.subscription_id = s.id
      WHERE b.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`b.id`)}
        AND (${kind ?? null}::text IS NULL OR b.kind = ${kind ?? null}::text)`)
  }

  /**
   * Returns three counts: these businesses and all businesses below them, the vehicles of all these businesses, and the
   * number of these vehicles that have the product.
   */
  async reach(transaction: ScopedTransaction, subscriptionId: number, ids: readonly number[]) {
    const found = await transaction.row<{ businesses: number; vehicles: number; running: number }>(sql`
      WITH reached AS (SELECT b.id FROM businesses b WHERE b.path && ${[...ids]}::int[] AND ${transaction.within(sql`b.id`)}),
        vehicles AS (SELECT e.id FROM entities e JOIN reached r ON r.id = e.business_id WHERE e.deleted_at IS NULL)
      SELECT (SELECT count(*)::int FROM reached) AS businesses, (SELECT count(*)::int FROM vehicles) AS vehicles,
        (SELECT count(DISTINCT x.entity_id)::int FROM entity_subscription_states x JOIN vehicles v ON v.id = x.entity_id
          WHERE x.subscription_id = ${subscriptionId} AND x.state IN ('pending', 'active', 'expiring')) AS running`)
    return found ?? { businesses: 0, vehicles: 0, running: 0 }
  }

  async attach(
    transaction: ScopedTransaction,
    offer: { subscriptionId: number; businesses: readonly number[]; isDiscounted: boolean; by: number },
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO business_subscriptions (business_id, subscription_id, is_discounted, attached_by)
      SELECT b.id, ${offer.subscriptionId}::int, ${offer.isDiscounted}::boolean, ${offer.by}::int FROM businesses b
      WHERE b.id = ANY (${[...offer.businesses]}::int[]) AND ${transaction.within(sql`b.id`)}
      ON CONFLICT (business_id, subscription_id) DO UPDATE SET is_discounted = excluded.is_discounted`)
  }

  async detach(transaction: ScopedTransaction, subscriptionId: number, businesses: readonly number[]): Promise<void> {
    await transaction.rows(sql`DELETE FROM business_subscriptions a WHERE a.subscription_id = ${subscriptionId}
      AND a.business_id = ANY (${[...businesses]}::int[]) AND ${transaction.within(sql`a.business_id`)}`)
  }

  /**
   * Returns the products that can be given to a vehicle of this business, with this business's prices. They are ordered by
   * title.
   */
  async options(transaction: ScopedTransaction, businessId: number): Promise<SubscriptionOptionDto[]> {
    const of = sql`b.id = ${businessId} AND ${transaction.within(sql`b.id`)}`
    return transaction.rows<SubscriptionOptionDto>(sql`SELECT * FROM (
        SELECT DISTINCT ON (s.id) s.id, s.title AS name, s.description, s.currency, ${PRICE} AS price_minor, s.period, s.grace_days,
          subscription_is_sold(s.id) AS is_sold
        ${offersOf(of)}) offered ORDER BY in_order(name), id`)
  }
}
