import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

interface LinkRow {
  created_at: Date
  last_read_at: Date | null
}

/** Link that is being read. */
interface FollowedRow {
  user_id: number
  created_at: Date
  /** API token that made the link; null when the link was made without one. */
  token_id: number | null
}

/** Links to calendars, one per user. Only the hash of the secret is stored. */
@Injectable()
export class CalendarLinksRepository {
  find(transaction: ScopedTransaction, userId: number): Promise<LinkRow | undefined> {
    return transaction.row<LinkRow>(
      sql`SELECT created_at, last_read_at FROM maintenance_calendar_links WHERE user_id = ${userId}`,
    )
  }

  /** Stores a link and replaces the former one. */
  async put(
    transaction: ScopedTransaction,
    userId: number,
    { secretHash, tokenId }: { secretHash: Buffer; tokenId: number | null },
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO maintenance_calendar_links (user_id, secret_hash, token_id)
        VALUES (${userId}, ${secretHash}::bytea, ${tokenId})
      ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, token_id = excluded.token_id, created_at = now(), last_read_at = NULL`)
  }

  /** @returns whether there was a link */
  async remove(transaction: ScopedTransaction, userId: number): Promise<boolean> {
    const gone = await transaction.row(sql`DELETE FROM maintenance_calendar_links WHERE user_id = ${userId} RETURNING user_id`)
    return gone !== undefined
  }

  /**
   * Finds a link and records that it was read. The query has no tenant, because the reader is not signed in and is identified
   * only by the secret.
   */
  read(transaction: ScopedTransaction, secretHash: Buffer): Promise<FollowedRow | undefined> {
    return transaction.row<FollowedRow>(
      sql`UPDATE maintenance_calendar_links SET last_read_at = now() WHERE secret_hash = ${secretHash}::bytea
        RETURNING user_id, created_at, token_id`,
    )
  }
}
