import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { holds, lowerContains } from '../../database/peoples-words.js'
import { type Sql, sql } from '../../database/sql.js'
import type { CsvValue } from '../../http/csv.js'
import { invalid } from '../../http/problems.js'
import { cell, code, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { ListCriteria, ListFields } from '../../lists/list-fields.js'
import { field } from '../../texts/platform.js'
import { type AuditChangeDto, AuditEntryDto, type AuditOutcome } from './dto/audit-entry.dto.js'
import texts from './texts.json' with { type: 'json' }

export interface AuditRow {
  id: number
  at: Date
  actor: string | null
  /** Null for users out of scope. `remote_address` is then null too. */
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
  act_size: number
}

/** Types of objects that have a history. */
export const AUDITED = {
  business: sql`SELECT b.id, b.id AS business_id FROM businesses b`,
  entity: sql`SELECT e.id, e.business_id FROM entities e`,
  device: sql`SELECT d.id, d.business_id FROM devices d`,
  user: sql`SELECT u.id, u.business_id FROM users u`,
  token: sql`SELECT k.id, u.business_id FROM api_tokens k JOIN users u ON u.id = k.user_id`,
} as const satisfies Record<string, Sql>
export type Audited = keyof typeof AUDITED

/** Part of the audit log that is requested. */
export interface AuditView {
  /** History of one object. */
  object?: { type: Audited; id: number }
  /**
   * True to show only the newest entry of each act. An act is all changes of one kind by one transaction, for example a bulk
   * change.
   */
  byAct?: boolean
  /** Id of an entry. The list then shows all entries of the act that this entry belongs to. */
  actOf?: number
}

/** Line of the CSV: one changed field of an entry, or an entry without changes. */
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

/** Condition that the entry `o` belongs to the same act as the entry `a`. */
const SAME_ACT = sql`o.at = a.at AND o.action = a.action AND o.object_type = a.object_type
  AND o.user_id IS NOT DISTINCT FROM a.user_id AND o.request_id IS NOT DISTINCT FROM a.request_id`

/**
 * Fields that have the same value in all entries of an act. If the list is filtered by any other field, it shows single
 * entries.
 */
const OF_THE_ACT = ['created_at', 'user_id', 'actor', 'action', 'outcome', 'object_type', 'token_id']

/** Returns whether the list shows one entry for each act. */
export const isByAct = ({ own, text, conditions }: ListCriteria<AuditView>): boolean =>
  own.byAct === true && text === undefined && conditions.every((condition) => OF_THE_ACT.includes(condition.field))

function viewSql(transaction: ScopedTransaction, criteria: ListCriteria<AuditView>): Sql {
  const { object, actOf } = criteria.own
  if (object) return sql`a.object_type = ${object.type} AND a.object_id = ${String(object.id)}`
  if (actOf !== undefined) {
    return sql`EXISTS (SELECT FROM audit_log o WHERE o.id = ${actOf}::bigint AND ${SAME_ACT} AND ${transaction.within(sql`o.business_id`)})`
  }
  if (!isByAct(criteria)) return sql`TRUE`
  return sql`NOT EXISTS (SELECT FROM audit_log o WHERE ${SAME_ACT} AND o.id > a.id AND ${transaction.within(sql`o.business_id`)})`
}

const BY_ACT = ['true', 'false'] as const
const NUMBER = /^[0-9]{1,15}$/

function readView({ by_act = '', act_of = '' }: Readonly<Record<string, unknown>>): AuditView {
  if (by_act !== '' && !BY_ACT.some((one) => one === by_act))
    throw invalid({ by_act: [field('not-one-of', { allowed: BY_ACT })] })
  if (act_of !== '' && (typeof act_of !== 'string' || !NUMBER.test(act_of))) throw invalid({ act_of: [field('not-whole')] })
  return { byAct: by_act === 'true', ...(act_of !== '' && { actOf: Number(act_of) }) }
}

/** Returns the entries with these ids about objects in scope. */
const auditRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT a.id, a.at, a.actor, u.id AS user_id, a.business_id, b.name AS business_name, a.action, a.object_type, a.object_id,
    ${OUTCOME} AS outcome, a.before, a.after, a.token_id, a.request_id,
    CASE WHEN u.id IS NOT NULL OR a.actor IS NULL THEN a.remote_address END AS remote_address,
    (SELECT count(*)::int FROM audit_log o WHERE ${SAME_ACT} AND ${transaction.within(sql`o.business_id`)}) AS act_size
  FROM audit_log a ${actors(transaction)} LEFT JOIN businesses b ON b.id = a.business_id
  WHERE ${transaction.within(sql`a.business_id`)} AND a.id = ANY (${[...ids]}::bigint[])`

/** The audit log. Aliases: a entry, u its user, b the business that the entry is about. */
export const AUDIT_LIST = defineList<AuditRow, AuditEntryDto, AuditView, AuditLine>({
  name: 'audit-log',
  objectType: 'audit',
  plural: 'audit log entries',
  permission: 'read:business-management',
  description: 'Lists who changed what. A super admin sees all entries, others those about their own businesses.',
  dto: AuditEntryDto,
  texts,
  portalPath: '/audit',
  key: sql`a.id`,
  from: sql`FROM audit_log a`,
  where: (transaction, _, criteria) => sql`${transaction.within(sql`a.business_id`)} AND ${viewSql(transaction, criteria)}`,
  own: {
    parameters: {
      by_act: {
        schema: { type: 'boolean', default: false },
        description:
          'Returns a change of many objects as one entry, which is the newest one. If a search matches only some entries of a change, returns each of these entries',
      },
      act_of: {
        schema: { type: 'integer' },
        description: 'Returns the entries of the act to which the entry with this id belongs',
      },
    },
    read: readView,
  },
  joins: (transaction) => [{ aliases: ['u'], join: actors(transaction) }],
  isOnePass: false,
  // Counting stops at this number, because the log has millions of entries and users do not need the exact total.
  countUpTo: 10_000,
  rows: auditRows,
  // The search in the text of entries ignores only case. Ignoring accents, too, would be too slow for so many entries. The
  // search for names of users ignores both.
  anywhere: (sought) => sql`(${lowerContains(sql`a.search_text`, sought)} OR a.user_id IN (
    SELECT who.id FROM users who WHERE ${holds(sql`who.first_name || ' ' || who.last_name`, sought)}))`,
  columns: {
    id: id(sql`a.id`),
    created_at: time(sql`a.at`, { csv: ({ entry }) => entry.created_at }),
    user_id: id(sql`u.id`),
    actor: text(sql`a.actor`, { csv: ({ entry }) => entry.actor }),
    business_id: id(sql`a.business_id`),
    business_name: cell(({ entry }) => entry.business_name),
    action: code(sql`a.action`, { csv: ({ entry }) => entry.action }),
    outcome: code(OUTCOME, { order: false }),
    object_type: code(sql`a.object_type`, { csv: ({ entry }) => entry.object_type }),
    object_id: code(sql`a.object_id`, { order: false, csv: ({ entry }) => entry.object_id }),
    field: cell(({ change }) => change?.field ?? null),
    old: cell(({ change }) => plain(change?.old)),
    new: cell(({ change }) => plain(change?.new)),
    token_id: id(sql`a.token_id`),
    remote_address: cell(({ entry }) => entry.remote_address),
    request_id: cell(({ entry }) => entry.request_id),
    anything: code(sql`a.search_text`, { order: false, isPlain: true }),
  },
})

/** Fields for the history of one object. Leaves out the fields that only the whole log has. */
export const HISTORY_FIELDS: ListFields<AuditView> = { ...AUDIT_LIST.fields, own: undefined, extra: [] }
