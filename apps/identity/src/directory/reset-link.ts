import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '@roadbook/platform'
import { type Queryable, setPassword } from '../accounts.js'

/** Minutes for which a password reset link is valid. */
export const RESET_LINK_MINUTES = 10

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates a one-time link to the page where the owner of an account chooses a password. Only the hash of the link is stored.
 * An earlier unused link of the account becomes invalid.
 * @returns undefined when there is no such account, or it is disabled
 */
export async function createResetLink(
  pool: pg.Pool,
  issuerUrl: string,
  accountId: string,
): Promise<{ url: string; expiresAt: Date } | undefined> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = await inTransaction(pool, async (client) => {
    await client.query('DELETE FROM identity.reset_links WHERE account_id = $1 AND used_at IS NULL', [accountId])
    const { rows } = await client.query<{ expires_at: Date }>(
      `INSERT INTO identity.reset_links (token_hash, account_id, expires_at)
       SELECT $1, id, now() + make_interval(mins => $3) FROM identity.accounts WHERE id = $2 AND disabled_at IS NULL
       RETURNING expires_at`,
      [hashOf(token), accountId, RESET_LINK_MINUTES],
    )
    return rows[0]?.expires_at
  })
  return expiresAt && { url: `${issuerUrl.replace(/\/+$/, '')}/reset/${token}`, expiresAt }
}

/**
 * Finds the account that the link may set the password of. Returns undefined if the link was used, expired or unknown, or the
 * account is disabled.
 */
export async function findResetAccount(pool: Queryable, token: string): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `SELECT a.id, a.email FROM identity.reset_links l JOIN identity.accounts a ON a.id = l.account_id
     WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now() AND a.disabled_at IS NULL`,
    [hashOf(token)],
  )
  return rows[0]
}

/**
 * Uses the link and sets the password. If two requests use the link at the same time, only one succeeds.
 * @returns false when the link was used, expired or unknown
 */
export async function completeReset(pool: pg.Pool, token: string, password: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ account_id: string }>(
      `UPDATE identity.reset_links SET used_at = now()
       WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING account_id`,
      [hashOf(token)],
    )
    const accountId = rows[0]?.account_id
    if (accountId === undefined) return false
    await setPassword(client, accountId, password, { mustChangePassword: false })
    return true
  })
}
