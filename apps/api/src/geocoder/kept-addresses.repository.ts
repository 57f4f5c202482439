import { Injectable } from '@nestjs/common'
import { RequestDatabase } from '../database/request-database.js'
import { sql } from '../database/sql.js'
import type { Locale } from '../texts/locale.js'
import type { Cell } from './cells.js'
import type { Asker } from './geocoder.js'

/** Stored address of a cell (a square of about 11 m) in one language. */
export interface KeptAddress extends Cell {
  address: string | null
  city: string | null
  country: string | null
  is_answered: boolean
  was_seen: boolean
}

/** Maximum waiting cells per business. A business that requests very many addresses thus delays only its own cells. */
const MOST_WAITING = 5_000

/**
 * Addresses from the operator's geocoder, and cells that wait for one. Both are limited to the request's businesses. An
 * answer of another business is not returned, because it would reveal that a vehicle of that business was there.
 */
@Injectable()
export class KeptAddressesRepository {
  constructor(private readonly database: RequestDatabase) {}

  /**
   * Finds all cells of a page with one query. First selects the few rows of each cell, for all businesses. Otherwise the
   * database would look up each cell once per business.
   */
  find({ scope, locale }: Asker, cells: readonly Cell[]): Promise<KeptAddress[]> {
    return this.database.read(scope, (transaction) =>
      transaction.rows<KeptAddress>(sql`
        WITH c AS MATERIALIZED (
          SELECT k.* FROM ${asTable(cells)} JOIN geocoded_cells k USING (latitude, longitude) WHERE k.locale = ${locale}
        )
        SELECT DISTINCT ON (c.latitude, c.longitude) c.latitude, c.longitude, c.address, c.city, c.country, c.was_seen,
          c.answered_at IS NOT NULL AS is_answered
        FROM c WHERE ${transaction.within(sql`c.business_id`)}
        ORDER BY c.latitude, c.longitude, c.answered_at DESC NULLS LAST, c.was_seen DESC`),
    )
  }

  /** Queues cells in these languages for the business. Cells that a user viewed go first. */
  async wish(
    { scope, businessId }: Pick<Asker, 'scope' | 'businessId'>,
    cells: readonly Cell[],
    { locales, wasSeen }: { locales: readonly Locale[]; wasSeen: boolean },
  ): Promise<void> {
    const ofBusiness = businessId === null ? sql`w.business_id IS NULL` : sql`w.business_id = ${businessId}`
    await this.database.write(scope, (transaction) =>
      transaction.rows(sql`
        INSERT INTO geocoded_cells AS c (latitude, longitude, locale, business_id, was_seen)
        SELECT asked.latitude, asked.longitude, language, ${businessId}::int, ${wasSeen}::boolean
        FROM ${asTable(cells)} CROSS JOIN unnest(${[...locales]}::text[]) AS language
        WHERE (SELECT count(*) FROM geocoded_cells w WHERE ${ofBusiness} AND w.answered_at IS NULL) < ${MOST_WAITING}
        ON CONFLICT ON CONSTRAINT geocoded_cells_one DO UPDATE SET was_seen = true, asked_at = now()
        WHERE c.answered_at IS NULL AND EXCLUDED.was_seen AND NOT c.was_seen`),
    )
  }
}

const asTable = (cells: readonly Cell[]) => sql`unnest(
  ${cells.map(({ latitude }) => latitude)}::int[], ${cells.map(({ longitude }) => longitude)}::int[]
) AS asked (latitude, longitude)`
