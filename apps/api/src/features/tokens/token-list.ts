import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { TokenDto } from './dto/token.dto.js'
import texts from './texts.json' with { type: 'json' }

/** Token, and the business of its user. */
export type TokenRow = RowOf<TokenDto> & { business_id: number | null }

const FROM = sql`FROM api_tokens k JOIN users u ON u.id = k.user_id`
const USER = sql`(u.first_name || ' ' || u.last_name)`
const STATE = sql`CASE WHEN k.revoked_at IS NULL THEN 'created' ELSE 'revoked' END`

/** Returns the condition that the user of a token is in scope. */
const inScope = (transaction: ScopedTransaction): Sql => transaction.within(sql`u.business_id`)

export const tokenRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT k.id, k.name, k.scope, k.prefix, ${STATE} AS state, k.user_id, ${USER} AS user, u.business_id, k.created_at, k.expires_at,
    k.revoked_at, k.last_used_at, k.last_used_from
  ${FROM} WHERE ${inScope(transaction)} AND k.id = ANY (${[...ids]}::int[])`

export const toTokenDto = ({ business_id: _, ...row }: TokenRow): TokenDto => toApiRow(row)

/** The list of API tokens. Aliases: k token, u its user. */
export const TOKEN_LIST = defineList<TokenRow, TokenDto>({
  name: 'tokens',
  of: 'token',
  many: 'API tokens',
  permission: 'read:business-management',
  description: 'Lists the API tokens of the users that the caller may see. The secrets are not included.',
  dto: TokenDto,
  toDto: toTokenDto,
  texts,
  key: sql`k.id`,
  from: FROM,
  where: inScope,
  isOnePass: true,
  rows: tokenRows,
  columns: {
    id: id(sql`k.id`, { order: true }),
    name: text(sql`k.name`, { isPlain: true, csv: 'name' }),
    scope: code(sql`k.scope`, { csv: 'scope', isWord: true }),
    user_id: id(sql`k.user_id`),
    user: text(USER, { isPlain: true, csv: 'user' }),
    prefix: code(sql`k.prefix`, { order: false, isPlain: true, csv: 'prefix' }),
    created_at: time(sql`k.created_at`, { csv: 'created_at' }),
    last_used_at: time(sql`k.last_used_at`, { csv: 'last_used_at' }),
    last_used_from: cell('last_used_from'),
    expires_at: time(sql`k.expires_at`, { csv: 'expires_at' }),
    revoked_at: time(sql`k.revoked_at`, { csv: 'revoked_at' }),
    state: code(STATE, { order: false, csv: 'state', isWord: true }),
  },
})
