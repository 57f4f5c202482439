import type { TokenDto } from './dto/token.dto.js'
import type { TokenRow } from './token.row.js'

const iso = (time: Date | null) => time?.toISOString() ?? null

export const toTokenResponse = (row: TokenRow): TokenDto => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  state: row.revoked_at ? 'revoked' : 'created',
  user_id: row.user_id,
  user: row.user_name,
  created_at: row.created_at.toISOString(),
  expires_at: iso(row.expires_at),
  revoked_at: iso(row.revoked_at),
  last_used_at: iso(row.last_used_at),
  last_used_from: row.last_used_from,
})
