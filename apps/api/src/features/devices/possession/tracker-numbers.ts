import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

/** A tracker, and what it is to call itself. */
export interface Numbered {
  imei: string
  tracker_id?: string | null
}

interface Holder {
  /** The tracker that the number was asked for. */
  imei: string
  other_imei: string
  business_name: string
  is_delivery: boolean
}

/**
 * Who may write down what a tracker calls itself instead of its IMEI. To whoever wants its positions such a number is as good as an IMEI,
 * and holding the tracker does not show it. Everything that writes one asks here.
 */
@Injectable()
export class TrackerNumbers {
  /**
   * The same rows; those without a number take the one that their tracker was delivered with, to this business or above it. Where one
   * has a number, nobody else writes any until this transaction ends.
   */
  async take<Row extends Numbered>(transaction: ScopedTransaction, rows: readonly Row[], businessId: number): Promise<Row[]> {
    const numbered = await this.numbered(transaction, rows, businessId)
    if (!numbered.some(isNamed)) return numbered
    await this.lock(transaction)
    // Somebody else may have written meanwhile.
    return this.numbered(transaction, rows, businessId)
  }

  /**
   * Waits for others that write numbers. The database does so for every row (`tracker_id_is_of_one`): who has written rows without a
   * number by then, or waits for claims afterwards, keeps others waiting who keep them waiting.
   */
  async lock(transaction: ScopedTransaction): Promise<void> {
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'))`)
  }

  private async numbered<Row extends Numbered>(
    transaction: ScopedTransaction,
    rows: readonly Row[],
    businessId: number,
  ): Promise<Row[]> {
    const delivered = await this.delivered(
      transaction,
      rows.filter(({ tracker_id }) => !tracker_id),
      businessId,
    )
    return rows.map((row) => (row.tracker_id ? row : { ...row, tracker_id: delivered.get(row.imei) ?? row.tracker_id }))
  }

  /**
   * Why numbers may not be written down for the IMEIs that they stand beside, by IMEI. Super admins may write any that no other tracker has.
   * Others may write a part of the IMEI, and what this very tracker was delivered with to this business or above it; every other number is
   * refused in the same words, whoever has it.
   */
  async refusals(
    transaction: ScopedTransaction,
    rows: readonly Numbered[],
    businessId: number,
  ): Promise<ReadonlyMap<string, Sentence>> {
    const named = rows.filter(isNamed)
    if (named.length === 0) return new Map()
    const refused = await this.conflicts(transaction, named)
    if (transaction.scope === 'all') return refused
    const delivered = await this.delivered(transaction, named, businessId)
    const others = await this.ofOthers(transaction, named, businessId)
    const isTheirs = ({ imei, tracker_id }: Named) => imei.includes(tracker_id) || delivered.get(imei) === tracker_id
    const neutral = named.filter((row) => !refused.has(row.imei) && (!isTheirs(row) || others.has(row.imei)))
    return new Map([...refused, ...neutral.map(({ imei }) => [imei, numberRefused()] as const)])
  }

  /** Which other trackers, of those that the caller may see, have the numbers already: in words, by the IMEI that asked for one. */
  async conflicts(transaction: ScopedTransaction, rows: readonly Numbered[]): Promise<Map<string, Sentence>> {
    const named = rows.filter(isNamed)
    const holders = await transaction.rows<Holder>(sql`
      WITH asked AS (SELECT * FROM unnest(${imeisOf(named)}::text[], ${idsOf(named)}::text[]) asked (imei, tracker_id))
      SELECT a.imei, l.imei AS other_imei, b.name AS business_name, TRUE AS is_delivery
      FROM asked a JOIN device_deliveries l ON l.tracker_id = a.tracker_id AND l.imei <> a.imei JOIN businesses b ON b.id = l.business_id
      WHERE ${transaction.scope === 'all'}::boolean
      UNION ALL SELECT a.imei, d.imei, b.name, FALSE
      FROM asked a JOIN devices d ON d.tracker_id = a.tracker_id AND d.imei <> a.imei JOIN businesses b ON b.id = d.business_id
      WHERE ${transaction.within(sql`d.business_id`)}`)
    return new Map(
      holders.map(({ imei, other_imei, business_name: business, is_delivery }) => [
        imei,
        say(is_delivery ? 'number-delivered' : 'number-of-device', { imei: other_imei, business }),
      ]),
    )
  }

  private async delivered(
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

  private async ofOthers(
    transaction: ScopedTransaction,
    rows: readonly Named[],
    businessId: number,
  ): Promise<ReadonlySet<string>> {
    const found = await transaction.rows<{ imei: string }>(
      sql`SELECT imei FROM tracker_ids_of_others(${imeisOf(rows)}::text[], ${idsOf(rows)}::text[], ${businessId})`,
    )
    return new Set(found.map(({ imei }) => imei))
  }
}

/** Why a number may not be written down, whoever has it. */
export const numberRefused = (): Sentence => say('tracker-id-of-imei')

type Named = Numbered & { tracker_id: string }
const isNamed = (row: Numbered): row is Named => Boolean(row.tracker_id)
const imeisOf = (rows: readonly Numbered[]) => rows.map(({ imei }) => imei)
const idsOf = (rows: readonly Named[]) => rows.map(({ tracker_id }) => tracker_id)
