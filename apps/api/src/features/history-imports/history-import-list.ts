import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, id, number, ordered, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { HistoryImportDto } from './dto/history-import.dto.js'
import texts from './texts.json' with { type: 'json' }

export type HistoryImportRow = RowOf<HistoryImportDto>

const FROM = sql`FROM history_imports h`
// The vehicle of another business keeps the name that it had at the import.
const ENTITY = sql`LEFT JOIN entities e ON e.id = h.entity_id AND e.business_id = h.business_id`
const ENTITY_NAME = sql`coalesce(e.name, h.entity_name)`
const BUSINESS = sql`JOIN businesses b ON b.id = h.business_id`
const seen = (transaction: ScopedTransaction): Sql => transaction.within(sql`h.business_id`)

/** Selects these imports in scope. */
export const historyImportRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT h.id, h.entity_id, ${ENTITY_NAME} AS entity_name, h.business_id, b.name AS business_name, h.file_name, h.format, h.state, h.points,
    h.stored, h.left_out,
    (SELECT count(*)::int FROM trips t WHERE t.device_id = h.device_id AND t.deleted_at IS NULL) AS trips,
    h.first_at, h.last_at, (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = h.user_id) AS user_name,
    h.created_at, h.updated_at, h.finished_at
  ${FROM} ${ENTITY} ${BUSINESS} WHERE ${seen(transaction)} AND h.id = ANY (${[...ids]}::int[])`

/** The list of imports of history. Aliases: h import, e its vehicle, b its business. */
export const HISTORY_IMPORT_LIST = defineList<HistoryImportRow, HistoryImportDto>({
  name: 'history-imports',
  objectType: 'history-import',
  plural: 'imports of history',
  permission: 'manage:devices',
  description: 'Lists the imports of earlier rides that the caller may see, with their progress.',
  dto: HistoryImportDto,
  toDto: toApiRow,
  texts,
  key: sql`h.id`,
  from: FROM,
  where: seen,
  joins: () => [
    { aliases: ['e'], join: ENTITY },
    { aliases: ['b'], join: BUSINESS },
  ],
  rows: historyImportRows,
  columns: {
    id: id(sql`h.id`, { order: true }),
    entity_id: id(sql`h.entity_id`),
    entity_name: text(ENTITY_NAME, { isPlain: true, csv: 'entity_name' }),
    file_name: text(sql`h.file_name`, { isPlain: true, csv: 'file_name' }),
    business_id: id(sql`h.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    format: code(sql`h.format`, { csv: 'format' }),
    state: code(sql`h.state`, { csv: 'state', isWord: true }),
    points: number(sql`h.points`, { csv: 'points' }),
    first_at: time(sql`h.first_at`, { csv: 'first_at' }),
    last_at: time(sql`h.last_at`, { csv: 'last_at' }),
    created_at: time(sql`h.created_at`, { csv: 'created_at' }),
    finished_at: ordered(sql`h.finished_at`),
  },
})
