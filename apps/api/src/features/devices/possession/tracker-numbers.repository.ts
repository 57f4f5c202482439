import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

/** A tracker, and what it is to call itself. */
export interface Numbered {
  imei: string
  tracker_id?: string | null
}

/** One that has a number. */
export type Named = Numbered & { tracker_id: string }

interface HolderRow {
  /** The tracker that the number was asked for. */
  imei: string
  other_imei: string
  business_name: string
  is_delivery: boolean
}

@Injectable()
export class TrackerNumbersRepository {
  /**
   * Waits for others that write numbers. The database does so for every row (`tracker_id_is_of_one`): who has written rows without a
   * number by then, or waits for claims afterwards, keeps others waiting who keep them waiting.
   */
  async lock(transaction: ScopedTransaction): Promise<void> {
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'))`)
  }

  /** Other trackers, of those that the caller may see, that have these numbers already. */
  findHolders(transaction: ScopedTransaction, named: readonly Named[]): Promise<HolderRow[]> {
    return transaction.rows<HolderRow>(sql`
      WITH asked AS (SELECT * FROM unnest(${imeisOf(named)}::text[], ${idsOf(named)}::text[]) asked (imei, tracker_id))
      SELECT a.imei, l.imei AS other_imei, b.name AS business_name, TRUE AS is_delivery
      FROM asked a JOIN device_deliveries l ON l.tracker_id = a.tracker_id AND l.imei <> a.imei JOIN businesses b ON b.id = l.business_id
      WHERE ${transaction.scope === 'all'}::boolean
      UNION ALL SELECT a.imei, d.imei, b.name, FALSE
      FROM asked a JOIN devices d ON d.tracker_id = a.tracker_id AND d.imei <> a.imei JOIN businesses b ON b.id = d.business_id
      WHERE ${transaction.within(sql`d.business_id`)}`)
  }

  /** The numbers that trackers were delivered with, to this business or above it, by IMEI. */
  async findDelivered(
    transaction: ScopedTransaction,
    rows: readonly Numbered[],
    businessId: number,
  ): Promise<ReadonlyMap<string, string>> {
    if (rows.length === 0) return new Map()
    const found = await transaction.rows<Named>(
      sql`SELECT imei, tracker_id FROM delivered_tracker_ids(${imeisOf(rows)}::text[], ${businessId})`,
    )
    return new Map(found.map(({ imei, tracker_id }) => [imei, tracker_id]))
  }

  /** IMEIs whose number another tracker has, whoever may see that one. */
  async findOfOthers(transaction: ScopedTransaction, rows: readonly Named[], businessId: number): Promise<ReadonlySet<string>> {
    const found = await transaction.rows<{ imei: string }>(
      sql`SELECT imei FROM tracker_ids_of_others(${imeisOf(rows)}::text[], ${idsOf(rows)}::text[], ${businessId})`,
    )
    return new Set(found.map(({ imei }) => imei))
  }
}

const imeisOf = (rows: readonly Numbered[]) => rows.map(({ imei }) => imei)
const idsOf = (rows: readonly Named[]) => rows.map(({ tracker_id }) => tracker_id)
