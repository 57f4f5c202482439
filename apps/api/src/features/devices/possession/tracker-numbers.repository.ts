import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

/** A tracker, and the number by which it identifies itself from now on. */
export interface Numbered {
  imei: string
  tracker_id?: string | null
}

/** A tracker that has a number. */
export type Named = Numbered & { tracker_id: string }

interface HolderRow {
  /** IMEI of the tracker for which the number was requested. */
  imei: string
  other_imei: string
  business_name: string
  is_delivery: boolean
}

@Injectable()
export class TrackerNumbersRepository {
  /**
   * Takes the lock that the database takes for each written number (`tracker_id_is_of_one`). To avoid deadlocks, keep this
   * order: lock claims, call this method, write rows without a number.
   */
  async lock(transaction: ScopedTransaction): Promise<void> {
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'))`)
  }

  /** Finds other trackers with these numbers. Returns only trackers that the caller may see. */
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

  /** Returns the numbers that trackers were delivered with, by IMEI. Only deliveries to this business or to a parent count. */
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

  /** Returns the IMEIs whose number belongs to another tracker, even if the caller does not see that tracker. */
  async findOfOthers(transaction: ScopedTransaction, rows: readonly Named[], businessId: number): Promise<ReadonlySet<string>> {
    const found = await transaction.rows<{ imei: string }>(
      sql`SELECT imei FROM tracker_ids_of_others(${imeisOf(rows)}::text[], ${idsOf(rows)}::text[], ${businessId})`,
    )
    return new Set(found.map(({ imei }) => imei))
  }
}

const imeisOf = (rows: readonly Numbered[]) => rows.map(({ imei }) => imei)
const idsOf = (rows: readonly Named[]) => rows.map(({ tracker_id }) => tracker_id)
