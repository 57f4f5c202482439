import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { choosesVehicles } from './audience.js'
import type { ToldRecipientsDto } from './dto/app-notification.dto.js'

/**
 * Selects the ids of consumers who receive a business's notification. These consumers now have a vehicle of the business or
 * of a business below it. The former owner of a sold vehicle is not included.
 */
export function consumersOf(transaction: ScopedTransaction, businessId: number, audience: ToldRecipientsDto): Sql {
  const { kind, tag_ids, business_ids, brand, model, consumer_ids } = audience
  const isPicked = sql`e.consumer_id = ANY (${consumer_ids}::int[])`
  const fits = sql`(${tag_ids}::int[] = '{}' OR EXISTS (SELECT 1 FROM entity_tags et WHERE et.entity_id = e.id AND et.tag_id = ANY (${tag_ids}::int[])))
    AND (${business_ids}::int[] = '{}' OR b.path && ${business_ids}::int[])
    AND (${brand}::text IS NULL OR lower(e.brand) = lower(${brand}::text))
    AND (${model}::text IS NULL OR lower(e.model) = lower(${model}::text))`
  const isMeant = kind === 'all' ? sql`TRUE` : choosesVehicles(audience) ? sql`(${isPicked} OR (${fits}))` : isPicked
  return sql`SELECT DISTINCT k.id FROM consumers k
    JOIN entities e ON e.consumer_id = k.id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
    JOIN businesses b ON b.id = e.business_id AND b.path @> ARRAY[${businessId}::int]
    WHERE ${transaction.within(sql`k.business_id`)} AND ${isMeant}`
}
