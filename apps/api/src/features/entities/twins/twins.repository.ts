import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

/**
 * Normalised numbers of a vehicle. Two vehicles with an equal number are twins: perhaps one vehicle that was entered twice. A
 * number is empty when the text is not a number.
 */
export interface TwinKeys {
  frame_number: string
  license_plate: string
}

export interface TwinRow extends Record<string, unknown> {
  id: number
  name: string
  frame_number: string | null
  license_plate: string | null
  business_name: string
  frame_key: string | null
  plate_key: string | null
}

/** Maximum number of twins to find. A sheet with more twins is not worth showing. */
const MOST_TWINS = 5_000

/** Finds vehicles in one tree of businesses by their numbers, regardless of spelling (decision 83). */
@Injectable()
export class TwinsRepository {
  /** Locks these numbers until the transaction ends, so that requests with the same numbers wait for each other. */
  async lock(transaction: ScopedTransaction, businessId: number, all: readonly TwinKeys[]): Promise<void> {
    const { frames, plates } = apart(all)
    const numbers = [...frames.map((key) => `frame ${key}`), ...plates.map((key) => `plate ${key}`)]
    // All transactions lock in the same order, so that there is no deadlock.
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(mine.key) FROM (
        SELECT DISTINCT hashtextextended(said.number, b.path[1]) AS key
        FROM businesses b, unnest(${numbers}::text[]) AS said (number)
        WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} ORDER BY 1
      ) mine`)
  }

  /**
   * Finds vehicles in scope with one of the numbers, ordered by name.
   * @param except the vehicle itself
   */
  find(
    transaction: ScopedTransaction,
    businessId: number,
    all: readonly TwinKeys[],
    except: number | null = null,
  ): Promise<TwinRow[]> {
    const { frames, plates } = apart(all)
    return transaction.rows<TwinRow>(sql`SELECT e.id, e.name, e.frame_number, e.license_plate, b.name AS business_name,
        e.frame_key, e.plate_key
      FROM entities e JOIN businesses b ON b.id = e.business_id
      WHERE (e.frame_key = ANY (${frames}::text[]) OR e.plate_key = ANY (${plates}::text[]))
        AND e.deleted_at IS NULL AND e.id IS DISTINCT FROM ${except}::int AND ${transaction.within(sql`e.business_id`)}
        AND b.path[1] = (SELECT own.path[1] FROM businesses own WHERE own.id = ${businessId})
      ORDER BY e.name_order, e.id LIMIT ${MOST_TWINS}`)
  }
}

const apart = (all: readonly TwinKeys[]) => ({
  frames: all.flatMap(({ frame_number: key }) => (key === '' ? [] : key)),
  plates: all.flatMap(({ license_plate: key }) => (key === '' ? [] : key)),
})
