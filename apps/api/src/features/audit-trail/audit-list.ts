import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { CsvValue } from '../../http/csv.js'
import { cell, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { ListFields } from '../../lists/list-fields.js'
import { lowerContains } from '../../lists/list-sql.js'
import { type AuditChangeDto, AuditEntryDto, type AuditOutcome } from './dto/audit-entry.dto.js'
import texts from './texts.json' with { type: 'json' }

export interface AuditRow {
  id: number
  at: Date
  actor: string | null
  /** Null for users out of scope, as is the address. */
  user_id: number | null
  business_id: number | null
  business_name: string | null
  action: string
  object_type: string
  object_id: string | null
  outcome: AuditOutcome
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  token_id: number | null
  remote_address: string | null
  request_id: string | null
}

/** Objects that have a history. */
export const AUDITED = {
  business: sql`SELECT b.id, b.id AS business_id FROM businesses b`,
  entity: sql`SELECT e.id, e.business_id FROM entities e`,
  device: sql`SELECT d.id, d.business_id FROM devices d`,
  user: sql`SELECT u.id, u.business_id FROM users u`,
  token: sql`SELECT k.id, u.business_id FROM api_tokens k JOIN users u ON u.id = k.user_id`,
} as const satisfies Record<string, Sql>
export type Audited = keyof typeof AUDITED
/** Whose history it is; undefined for the whole log. */
type AuditedObject = { type: Audited; id: number } | undefined

/** A line of the CSV: one field that changed, or an entry that changed none. */
export interface AuditLine {
  entry: AuditEntryDto
  change?: AuditChangeDto
}

export const linesOf = (entry: AuditEntryDto): AuditLine[] =>
  entry.changes.length > 0 ? entry.changes.map((change) => ({ entry, change })) : [{ entry }]

const plain = (value: unknown): CsvValue =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'number'
    ? (value ?? null)
    : JSON.stringify(value)

const OUTCOME = sql`CASE WHEN a.action IN ('access.refused', 'user.sign-in-refused') THEN 'refused' ELSE 'done' END`

const actors = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN users u ON u.id = a.user_id AND ${transaction.within(sql`u.business_id`)}`

const aboutSql = (object: AuditedObject): Sql =>
  object ? sql`a.object_type = ${object.type} AND a.object_id = ${String(object.id)}` : sql`TRUE`

/** Entries about what is in scope. */
const auditRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT a.id, a.at, a.actor, u.id AS user_id, a.business_id, b.name AS business_name, a.action, a.object_type, a.object_id,
    ${OUTCOME} AS outcome, a.before, a.after, a.token_id, a.request_id,
    CASE WHEN u.id IS NOT NULL OR a.actor IS NULL THEN a.remote_address END AS remote_address
  FROM audit_log a ${actors(transaction)} LEFT JOIN businesses b ON b.id = a.business_id
  WHERE ${transaction.within(sql`a.business_id`)} AND a.id = ANY (${[...ids]}::bigint[])`

/** The audit log. Aliases: a entry, u its user, b the business that it is about. */
export const AUDIT_LIST = defineList<AuditRow, AuditEntryDto, AuditedObject, AuditLine>({
  name: 'audit-log',
  of: 'audit',
  permission: 'read:business-management',
  description: 'Everything for a super admin, for others what is about the businesses in scope',
  dto: AuditEntryDto,
  texts,
  portalPath: '/audit',
  key: sql`a.id`,
  from: sql`FROM audit_log a`,
  where: (transaction, _, { own: object }) => sql`${transaction.within(sql`a.business_id`)} AND ${aboutSql(object)}`,
  joins: (transaction) => [{ aliases: ['u'], join: actors(transaction) }],
  isOnePass: false,
  // Nobody needs to know how many more there are, and the log has millions.
  countUpTo: 10_000,
  rows: auditRows,
  anywhere: (sought) => lowerContains(sql`a.search_text`, sought),
  columns: {
    id: id(sql`a.id`),
    created_at: time(sql`a.at`, { csv: ({ entry }) => entry.created_at }),
    user_id: id(sql`u.id`),
    actor: text(sql`a.actor`, { csv: ({ entry }) => entry.actor }),
    business_id: id(sql`a.business_id`),
    business_name: cell(({ entry }) => entry.business_name),
    action: text(sql`a.action`, { csv: ({ entry }) => entry.action }),
    outcome: text(OUTCOME, { order: false }),
    object_type: text(sql`a.object_type`, { csv: ({ entry }) => entry.object_type }),
    object_id: text(sql`a.object_id`, { order: false, csv: ({ entry }) => entry.object_id }),
    field: cell(({ change }) => change?.field ?? null),
    old: cell(({ change }) => plain(change?.old)),
    new: cell(({ change }) => plain(change?.new)),
    token_id: id(sql`a.token_id`),
    remote_address: cell(({ entry }) => entry.remote_address),
    request_id: cell(({ entry }) => entry.request_id),
    anything: text(sql`a.search_text`, { order: false, isPlain: true }),
  },
})

/** One object's entries: the same without what only the whole log takes. */
export const HISTORY_FIELDS: ListFields<AuditedObject> = { ...AUDIT_LIST.fields, extra: [] }
