import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

/** What tells vehicles apart wherever they stand, as it is compared; nothing where it is no number. */
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

/** More than a sheet can be shown. */
const MOST_TWINS = 5_000

/** Vehicles of one tree of businesses by their numbers, however those are written (decision 83). */
@Injectable()
export class TwinsRepository {
  /** Of several who bring the same numbers at once each waits for the one before, until the transaction ends. */
  async lock(transaction: ScopedTransaction, businessId: number, all: readonly TwinKeys[]): Promise<void> {
    const { frames, plates } = apart(all)
    const numbers = [...frames.map((key) => `frame ${key}`), ...plates.map((key) => `plate ${key}`)]
    // In one order for all, so that nobody waits for one who waits for them.
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(mine.key) FROM (
        SELECT DISTINCT hashtextextended(said.number, b.path[1]) AS key
        FROM businesses b, unnest(${numbers}::text[]) AS said (number)
        WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} ORDER BY 1
      ) mine`)
  }

  /** Those in scope that have one of the numbers, by name. @param except the vehicle itself */
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
