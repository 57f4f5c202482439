import { Injectable } from '@nestjs/common'
import { findFirstKeys, findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { AuditRow } from './audit.row.js'
import { AUDIT_LIST, OUTCOME } from './audit-list.js'

/** Objects that have a history. */
export const AUDITED = {
  business: sql`SELECT b.id, b.id AS business_id FROM businesses b`,
  entity: sql`SELECT e.id, e.business_id FROM entities e`,
  device: sql`SELECT d.id, d.business_id FROM devices d`,
  user: sql`SELECT u.id, u.business_id FROM users u`,
  token: sql`SELECT k.id, u.business_id FROM api_tokens k JOIN users u ON u.id = k.user_id`,
} as const satisfies Record<string, Sql>
export type Audited = keyof typeof AUDITED

const COLUMNS = sql`a.id, a.at, a.actor, u.id AS user_id, a.business_id, b.name AS business_name, a.action, a.object_type,
  a.object_id, ${OUTCOME} AS outcome, a.before, a.after, a.token_id, a.request_id,
  CASE WHEN u.id IS NOT NULL OR a.actor IS NULL THEN a.remote_address END AS remote_address`

const actors = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN users u ON u.id = a.user_id AND ${transaction.within(sql`u.business_id`)}`

/** Entries about what is in scope. */
const source = (transaction: ScopedTransaction): Sql => sql`FROM audit_log a
  ${actors(transaction)}
  LEFT JOIN businesses b ON b.id = a.business_id
  WHERE ${transaction.within(sql`a.business_id`)}`

/** Nobody needs to know how many more there are, and the log has millions. */
const COUNTED = 10_000

const listSource = (transaction: ScopedTransaction, object: { type: Audited; id: number } | undefined): ListSource => ({
  key: sql`a.id`,
  from: sql`FROM audit_log a`,
  where: sql`${transaction.within(sql`a.business_id`)} AND ${aboutSql(object)}`,
  joins: [{ aliases: ['u'], join: actors(transaction) }],
  isOnePass: false,
  countUpTo: COUNTED,
})

@Injectable()
export class AuditRepository {
  async findPage(
    transaction: ScopedTransaction,
    criteria: ListCriteria,
    object?: { type: Audited; id: number },
  ): Promise<{ rows: AuditRow[]; total: number; isMinimum: boolean }> {
    const { keys, ...counted } = await findPageKeys<number>(transaction, listSource(transaction, object), criteria, AUDIT_LIST)
    return { rows: await this.findThese(transaction, keys), ...counted }
  }

  /** Of the entries of the criteria, in their order. */
  findIds(transaction: ScopedTransaction, criteria: ListCriteria, limit: number): Promise<number[]> {
    return findFirstKeys<number>(transaction, listSource(transaction, undefined), criteria, AUDIT_LIST, limit)
  }

  /** In the order of the keys. */
  async findThese(transaction: ScopedTransaction, keys: readonly number[]): Promise<AuditRow[]> {
    const rows = await transaction.rows<AuditRow>(
      sql`SELECT ${COLUMNS} ${source(transaction)} AND a.id = ANY (${[...keys]}::bigint[])`,
    )
    return inOrderOf(keys, rows, ({ id }) => id)
  }

  /** Whether an object is in scope. */
  async exists(transaction: ScopedTransaction, type: Audited, id: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT o.id FROM (${AUDITED[type]}) o
      WHERE o.id = ${id} AND ${transaction.within(sql`o.business_id`)}`)
    return found !== undefined
  }
}

const aboutSql = (object: { type: Audited; id: number } | undefined): Sql =>
  object ? sql`a.object_type = ${object.type} AND a.object_id = ${String(object.id)}` : sql`TRUE`
