import type { TokenScope } from '../../auth/token-scope.js'

export interface TokenRow {
  id: number
  name: string
  scope: TokenScope
  prefix: string | null
  user_id: number
  user_name: string
  /** Of its user. */
  business_id: number | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  last_used_from: string | null
}

/** A token that is to be made; of its secret only the hash and the first characters are stored. */
export interface NewToken {
  name: string
  scope: TokenScope
  expiresAt: Date | null
  prefix: string
  secretHash: Buffer
}
