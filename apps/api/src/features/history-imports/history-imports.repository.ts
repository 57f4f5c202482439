import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { Occupied, Stay } from './files/dated.js'
import type { Format } from './files/history-file.js'
import { type HistoryImportRow, historyImportRows } from './history-import-list.js'

export interface NewHistoryImport {
  entityId: number
  entityName: string
  businessId: number
  userId: number
  fileName: string
  format: Format
  digest: string
  points: number
  leftOut: number
  firstAt: number
  lastAt: number
}

const seconds = (milliseconds: number) => milliseconds / 1_000

@Injectable()
export class HistoryImportsRepository {
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<HistoryImportRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT h.id FROM history_imports h
        WHERE h.id = ${id} AND ${transaction.within(sql`h.business_id`)} FOR UPDATE`)
    }
    return transaction.row<HistoryImportRow>(historyImportRows(transaction, [id]))
  }

  /**
   * Finds a vehicle and locks it until the transaction ends, so that two imports of one vehicle do not overlap.
   * @param isLocked false in a transaction that only reads
   */
  async findEntity(
    transaction: ScopedTransaction,
    id: number,
    isLocked: boolean,
  ): Promise<{ business_id: number; name: string } | undefined> {
    return transaction.row(sql`SELECT e.business_id, e.name FROM entities e
      WHERE e.id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} ${isLocked ? sql`FOR UPDATE` : sql``}`)
  }

  /** Finds an import that has the same positions for the same vehicle and was not undone. */
  async findSame(transaction: ScopedTransaction, entityId: number, digest: string): Promise<HistoryImportRow | undefined> {
    const same = await transaction.row<{ id: number }>(sql`SELECT h.id FROM history_imports h
      WHERE h.entity_id = ${entityId} AND h.digest = ${digest} AND h.state NOT IN ('undoing', 'undone')
        AND ${transaction.within(sql`h.business_id`)}`)
    return same && this.findOne(transaction, same.id)
  }

  /**
   * Returns the number of unfinished imports of a business. Other requests of the business that count them wait until the
   * transaction ends.
   */
  async countUnfinished(transaction: ScopedTransaction, businessId: number): Promise<number> {
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(hashtext('history-imports'), ${businessId}::int)`)
    const found = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM history_imports h
      WHERE h.business_id = ${businessId} AND h.state IN ('sending', 'computing') AND ${transaction.within(sql`h.business_id`)}`)
    return found?.count ?? 0
  }

  /**
   * Returns the periods in which trackers or earlier imports report the vehicle, oldest first. Includes trackers and
   * imports of other businesses.
   */
  async occupied(transaction: ScopedTransaction, entityId: number): Promise<Occupied[]> {
    const rows = await transaction.rows<{ from: number; till: number | null; is_history: boolean }>(
      sql`SELECT o.from_ms AS from, o.till_ms AS till, o.is_history FROM history_occupied(${entityId}::int) o`,
    )
    return rows.map(({ from, till, is_history }) => ({ from, till: till ?? Infinity, isHistory: is_history }))
  }

  /** Adds an import. Its tracker is added by {@link addTracker}. */
  async add(transaction: ScopedTransaction, one: NewHistoryImport): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO history_imports
        (business_id, entity_id, entity_name, user_id, file_name, format, digest, points, left_out, first_at, last_at, positions)
      VALUES (${one.businessId}, ${one.entityId}, ${one.entityName}, ${one.userId}, ${one.fileName}, ${one.format}, ${one.digest}, ${one.points},
        ${one.leftOut}, to_timestamp(${seconds(one.firstAt)}::float8), to_timestamp(${seconds(one.lastAt)}::float8), ''::bytea)
      RETURNING id`)
    if (!added) throw new Error('an import that was just added is not in the scope of who added it')
    return added.id
  }

  /** Adds the tracker that represents the imported file. Installs it on the vehicle for each of these periods (`stays`). */
  async addTracker(
    transaction: ScopedTransaction,
    id: number,
    { imei, packets, stays }: { imei: string; packets: Buffer; stays: readonly Stay[] },
  ): Promise<void> {
    const [from, till] = [stays.map((stay) => stay.from), stays.map((stay) => stay.till)]
    await transaction.rows(
      sql`SELECT history_import_begin(${id}::int, ${imei}, ${packets}::bytea, ${from}::float8[], ${till}::float8[])`,
    )
  }

  /**
   * Returns whether users have added data to trips of an import. Such data are a purpose, a closed month of the logbook,
   * and joined trips.
   */
  async isWrittenAbout(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row<{ is_noted: boolean }>(sql`SELECT history_import_is_noted(${id}::int) AS is_noted`)
    return found?.is_noted ?? false
  }

  /** Marks an import to be undone. Deletes its stored positions, because they are not sent any more. */
  async undo(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE history_imports h SET state = 'undoing', positions = NULL, updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state IN ('sending', 'computing', 'done') AND ${transaction.within(sql`h.business_id`)}`)
  }
}
