import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

export interface TokenRequest {
  /** E-mail address of the user whose rights the token gets. */
  email: string
  name: string
}

/** Number of first characters of a secret that stay visible. It is the same for tokens that are made in the portal. */
const SHOWN = 'rbk_'.length + 6

/**
 * Creates an API token and returns its secret: `rbk_` and 256 random bits. Only the secret's SHA-256 and its first
 * characters, by which people recognise it, are stored. The secret therefore cannot be shown again.
 * @throws Error when the token has no name or there is no such user
 */
export async function createToken(pool: pg.Pool, { email, name }: TokenRequest): Promise<string> {
  if (name.trim() === '') throw new Error('a token needs a name')
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM users WHERE lower(email) = lower($1) AND deleted_at IS NULL',
    [email],
  )
  const user = rows[0]
  if (!user) throw new Error(`there is no user with the e-mail ${email}`)
  const secret = `rbk_${randomBytes(32).toString('base64url')}`
  await pool.query('INSERT INTO api_tokens (user_id, name, prefix, secret_hash) VALUES ($1, $2, $3, $4)', [
    user.id,
    name,
    secret.slice(0, SHOWN),
    createHash('sha256').update(secret).digest(),
  ])
  return secret
}
