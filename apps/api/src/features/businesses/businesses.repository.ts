import { Injectable } from '@nestjs/common'
import type { BusinessKind } from '@roadbook/contracts'
import { ADVISORY_LOCKS } from '@roadbook/platform'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type {
  BusinessContentsRow,
  BusinessContract,
  BusinessProperties,
  BusinessRow,
  BusinessTreeColumns,
} from './business.row.js'
import { BUSINESS_COLUMNS } from './business-list.js'

/** Advisory lock for changes of the tree. It must be taken before any row is locked. */
const ONE_MOVE = sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.businessMoves})`

@Injectable()
export class BusinessesRepository {
  /**
   * Returns every business in scope, unordered, as one JSON array per column. Ten thousand separate rows would take this
   * process twice as long. Row-level security limits the counts to the scope, and only the counts of visible businesses are
   * returned.
   */
  async findAll(transaction: ScopedTransaction): Promise<BusinessTreeColumns> {
    const columns = await transaction.row<BusinessTreeColumns>(sql`WITH seen AS MATERIALIZED (
        SELECT b.id, b.parent_id, b.kind, b.name FROM businesses b WHERE ${transaction.within(sql`b.id`)}
      ), entities AS (
        SELECT e.business_id, count(*) AS counted FROM entities e WHERE e.deleted_at IS NULL GROUP BY 1
      ), devices AS (
        SELECT d.business_id, count(*) AS counted FROM devices d WHERE d.deleted_at IS NULL GROUP BY 1
      ), tree AS (
        SELECT json_agg(id) AS ids, json_agg(parent_id) AS parent_ids, json_agg(kind) AS kinds, json_agg(name) AS names FROM seen
      )
      SELECT coalesce(ids, '[]') AS ids, coalesce(parent_ids, '[]') AS parent_ids, coalesce(kinds, '[]') AS kinds,
        coalesce(names, '[]') AS names,
        (SELECT coalesce(json_object_agg(business_id, counted), '{}') FROM entities) AS entities,
        (SELECT coalesce(json_object_agg(business_id, counted), '{}') FROM devices) AS devices
      FROM tree`)
    if (!columns) throw new Error('an aggregate answers one row')
    return columns
  }

  findOne(transaction: ScopedTransaction, id: number, kind: BusinessKind | null = null): Promise<BusinessRow | undefined> {
    return transaction.row<BusinessRow>(this.selectOne(transaction, id, kind, sql``))
  }

  /** Finds a business and locks it until the transaction ends. */
  findForUpdate(transaction: ScopedTransaction, id: number, kind: BusinessKind | null = null): Promise<BusinessRow | undefined> {
    return transaction.row<BusinessRow>(this.selectOne(transaction, id, kind, sql`FOR UPDATE OF b`))
  }

  /** Locks the tree against other changes. Call it before the first lock of a row. */
  async lockTree(transaction: ScopedTransaction): Promise<void> {
    await transaction.rows(ONE_MOVE)
  }

  async add(
    transaction: ScopedTransaction,
    parentId: number | null,
    kind: BusinessKind,
    business: BusinessProperties & BusinessContract,
  ): Promise<BusinessRow> {
    const added = await transaction.row<BusinessRow>(sql`INSERT INTO businesses AS b
        (parent_id, kind, name, address, postcode, city, country, email, phone, show_statistics, name_upper,
         has_customers, can_install_devices, recovery_contract, is_oem)
      VALUES (${parentId}, ${kind}, ${business.name}, ${business.address}, ${business.postcode}, ${business.city}, ${business.country}, ${business.email},
        ${business.phone}, ${business.show_statistics}, ${business.name_upper}, ${business.has_customers}, ${business.can_install_devices},
        ${business.recovery_contract}, ${business.is_oem})
      RETURNING ${BUSINESS_COLUMNS}`)
    if (!added) throw new Error('a business that was just added is not in the scope of who added it')
    // A separate statement reads whether there is a recovery contract, because a function in RETURNING does not see the
    // inserted row.
    const recovers = await transaction.row<{ recovers: boolean }>(sql`SELECT business_recovers(${added.id}) AS recovers`)
    return { ...added, recovery_enabled: recovers?.recovers ?? false }
  }

  async save(transaction: ScopedTransaction, id: number, business: BusinessRow): Promise<void> {
    await transaction.rows(sql`UPDATE businesses b SET name = ${business.name}, address = ${business.address}, postcode = ${business.postcode},
        city = ${business.city}, country = ${business.country}, email = ${business.email}, phone = ${business.phone},
        show_statistics = ${business.show_statistics}, name_upper = ${business.name_upper}, has_customers = ${business.has_customers},
        can_install_devices = ${business.can_install_devices}, recovery_contract = ${business.recovery_contract}, is_oem = ${business.is_oem},
        updated_at = clock_timestamp()
      WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)}`)
  }

  async move(transaction: ScopedTransaction, id: number, parentId: number | null): Promise<void> {
    await transaction.rows(sql`UPDATE businesses b SET parent_id = ${parentId}, updated_at = clock_timestamp()
      WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)}`)
  }

  async countContents(transaction: ScopedTransaction, id: number): Promise<BusinessContentsRow> {
    const counted = await transaction.row<BusinessContentsRow>(sql`SELECT
      (SELECT count(*) FROM businesses b WHERE b.parent_id = ${id}) AS businesses,
      (SELECT count(*) FROM users u WHERE u.business_id = ${id}) AS users,
      (SELECT count(*) FROM entities e WHERE e.business_id = ${id}) AS entities,
      (SELECT count(*) FROM devices d WHERE d.business_id = ${id}) AS devices,
      (SELECT count(*) FROM consumers c WHERE c.business_id = ${id}) AS customers`)
    return counted ?? { businesses: 0, users: 0, entities: 0, devices: 0, customers: 0 }
  }

  /** @returns the number of moved rows by table */
  moveContents(transaction: ScopedTransaction, from: number, to: number): Promise<{ table_name: string; moved: number }[]> {
    return transaction.rows(sql`SELECT table_name, moved::int AS moved FROM move_business_contents(${from}, ${to})`)
  }

  async delete(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM businesses b WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)}`)
  }

  private selectOne(transaction: ScopedTransaction, id: number, kind: BusinessKind | null, lock: Sql): Sql {
    return sql`SELECT ${BUSINESS_COLUMNS} FROM businesses b WHERE b.id = ${id} AND (${kind}::text IS NULL OR b.kind = ${kind})
      AND ${transaction.within(sql`b.id`)} ${lock}`
  }
}
