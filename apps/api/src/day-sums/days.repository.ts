import { bounded, inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'

/** Returns the user's time zone; null when none is set. */
export async function findZone(transaction: ScopedTransaction, userId: number): Promise<string | null> {
  const user = await transaction.row<{ time_zone: string | null }>(sql`SELECT time_zone FROM users WHERE id = ${userId}`)
  return user?.time_zone ?? null
}

/** Returns whether such a target group exists. Row-level security limits this to the scope. */
export async function hasGroup(transaction: ScopedTransaction, groupId: number): Promise<boolean> {
  const group = await transaction.row(
    sql`SELECT t.id FROM tags t WHERE t.id = ${groupId} AND t.type = 'group' AND t.deleted_at IS NULL`,
  )
  return group !== undefined
}

/** Returns a SELECT of the ids of a group's vehicles. Row-level security limits them to the scope. */
export const membersOf = (groupId: number): Sql => sql`SELECT et.entity_id FROM entity_tags et WHERE et.tag_id = ${groupId}`

/** Returns the current day in a zone. */
export async function todayIn(transaction: ScopedTransaction, zone: string): Promise<string> {
  const now = await transaction.row<{ today: string }>(sql`SELECT (now() AT TIME ZONE ${zone})::date::text AS today`)
  if (!now) throw new Error('a moment answers one row')
  return now.today
}

/**
 * Computes the stored days of these zones for all tenants. With millions of trips, this takes longer than a request may take.
 */
export const keepZones = (pool: pg.Pool, zones: readonly string[], withinMs: number): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query(bounded({ text: 'SELECT keep_summary_zones($1)', values: [zones] }, withinMs))
  })
