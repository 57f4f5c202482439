import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { ADVISORY_LOCKS, inTransaction } from '@roadbook/platform'
import { createAccount, normaliseEmail, type Queryable } from './accounts.js'

/** Hours for which a set-up link is valid. */
export const SETUP_LINK_HOURS = 24

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates a one-time link to the page where the first super admin enters name, e-mail and password. Only its hash is stored.
 * An earlier unused link becomes invalid.
 * @returns undefined when a super admin exists already
 */
export async function createSetupLink(pool: pg.Pool, issuerUrl: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const isCreated = await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.setupLink])
    if (await hasSuperAdmin(client)) return false
    await client.query('DELETE FROM identity.setup_links WHERE used_at IS NULL')
    await client.query(
      'INSERT INTO identity.setup_links (token_hash, expires_at) VALUES ($1, now() + make_interval(hours => $2))',
      [hashOf(token), SETUP_LINK_HOURS],
    )
    return true
  })
  return isCreated ? `${issuerUrl.replace(/\/+$/, '')}/setup/${token}` : undefined
}

/** Returns whether the link can still create the first super admin. */
export async function isSetupLinkOpen(pool: Queryable, token: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT 1 FROM identity.setup_links WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()',
    [hashOf(token)],
  )
  return rowCount === 1 && !(await hasSuperAdmin(pool))
}

export interface FirstSuperAdmin {
  firstName: string
  lastName: string
  email: string
  password: string
  /** `nl`, `en`, `de` or `fr`. */
  locale: string
}

/**
 * Uses the link. Creates the account and the user with the role super-admin in one transaction.
 * @returns false when the link is used, expired or unknown, or when a super admin now exists
 * @throws AccountExistsError when the e-mail address has an account
 */
export async function completeSetup(pool: pg.Pool, issuer: string, token: string, person: FirstSuperAdmin): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.setupLink])
    if (!(await isSetupLinkOpen(client, token))) return false
    const accountId = await createAccount(client, {
      email: person.email,
      password: person.password,
      mustChangePassword: false,
      name: `${person.firstName.trim()} ${person.lastName.trim()}`,
    })
    const { rowCount } = await client.query(
      `INSERT INTO users (issuer, subject, business_id, role_id, email, first_name, last_name, locale)
       SELECT $1, $2, NULL, id, $3, $4, $5, $6 FROM roles WHERE key = 'super-admin'`,
      [issuer, accountId, normaliseEmail(person.email), person.firstName.trim(), person.lastName.trim(), person.locale],
    )
    if (rowCount !== 1) throw new Error('the role super-admin does not exist: run the migrations')
    await client.query('UPDATE identity.setup_links SET used_at = now() WHERE token_hash = $1', [hashOf(token)])
    return true
  })
}

export async function hasSuperAdmin(pool: Queryable): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT 1 FROM users JOIN roles ON roles.id = users.role_id WHERE roles.key = 'super-admin' AND users.deleted_at IS NULL LIMIT 1",
  )
  return rowCount === 1
}
