import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'
import { existing, Problem } from '../http/problems.js'
import { problem } from '../texts/platform.js'

/** A stored change of many rows. */
interface BulkChange<Row> {
  action: string
  /** The previous state of each row, to undo the change. */
  changes: Row[]
}

/** Bulk changes of users. They are kept for a day, because they can be undone for a day. */
@Injectable()
export class BulkChangesRepository {
  /** @returns the id for undoing it */
  async remember<Row>(
    transaction: ScopedTransaction,
    userId: number,
    { action, changes }: { action: string; changes: readonly Row[] },
  ): Promise<number> {
    await transaction.rows(sql`DELETE FROM bulk_changes WHERE user_id = ${userId} AND created_at < now() - interval '24 hours'`)
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO bulk_changes (user_id, action, changes)
      VALUES (${userId}, ${action}, ${JSON.stringify(changes)}) RETURNING id`)
    if (!added) throw new Error('a change that was just written down is not its author’s')
    return added.id
  }

  /**
   * Returns a change that the user made within the last day, and marks it as undone.
   * @param actions allowed actions
   * @throws Problem 404 when there is none; 409 when it was undone already
   */
  async takeBack<Row>(
    transaction: ScopedTransaction,
    userId: number,
    id: number,
    actions: readonly string[],
  ): Promise<BulkChange<Row>> {
    const found = existing(
      await transaction.row<BulkChange<Row> & { undone_at: Date | null }>(
        sql`SELECT action, changes, undone_at FROM bulk_changes
      WHERE id = ${id} AND user_id = ${userId} AND action = ANY (${[...actions]}::text[])
        AND created_at > now() - interval '24 hours' FOR UPDATE`,
      ),
      'change',
    )
    if (found.undone_at) throw new Problem('conflict', problem('undone-already'))
    await transaction.rows(sql`UPDATE bulk_changes SET undone_at = now() WHERE id = ${id} AND user_id = ${userId}`)
    return found
  }
}
