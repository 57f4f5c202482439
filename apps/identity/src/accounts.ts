import { isIP } from 'node:net'
import { hasControlCharacter } from '@roadbook/platform'
import type pg from 'pg'
import { hashPassword } from './passwords/password-hash.js'

/** A pool, or a client of the pool within a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Hours for which a temporary password is valid. */
export const TEMPORARY_PASSWORD_HOURS = 72

export interface Account {
  /** Id of the account (UUID). It is the `sub` of every token. */
  id: string
  /** E-mail address in lower case. */
  email: string
  name: string
  passwordHash: string
  mustChangePassword: boolean
  /** Time when a temporary password expires; undefined if the user chose the password. */
  temporaryUntil: Date | undefined
  isDisabled: boolean
}

export interface NewAccount {
  email: string
  password: string
  /**
   * True to make the password temporary. It is then valid for {@link TEMPORARY_PASSWORD_HOURS} hours and must be changed at
   * the first sign-in.
   */
  mustChangePassword: boolean
  /** Full name of the person. */
  name: string
}

export class AccountExistsError extends Error {
  override name = 'AccountExistsError'
}

/** Normalises an e-mail address for storage and lookup. */
export const normaliseEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()

/** Returns whether a text can be an e-mail address. It must have one @ with text on both sides, no spaces, and a host name. */
export const isEmail = (text: string) =>
  text.length <= 254 &&
  !hasControlCharacter(text) &&
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) &&
  isIP(text.split('@')[1] ?? '') === 0

/**
 * @returns the id of the new account
 * @throws AccountExistsError when the e-mail address is taken
 */
export async function createAccount(pool: Queryable, account: NewAccount): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO identity.accounts (email, name, password_hash, must_change_password, temporary_until)
     VALUES ($1, $2, $3, $4, CASE WHEN $4 THEN now() + make_interval(hours => $5) END)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [
      normaliseEmail(account.email),
      account.name.trim(),
      await hashPassword(account.password),
      account.mustChangePassword,
      TEMPORARY_PASSWORD_HOURS,
    ],
  )
  if (!rows[0]) throw new AccountExistsError(`an account for ${normaliseEmail(account.email)} exists`)
  return rows[0].id
}

/**
 * Creates an account with a temporary password. The caller chooses the id of the account, so that a repeated call creates no
 * second account.
 * @returns false when the e-mail address belongs to another account
 */
export async function provisionAccount(
  pool: Queryable,
  id: string,
  account: Omit<NewAccount, 'mustChangePassword'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO identity.accounts (id, email, name, password_hash, must_change_password, temporary_until)
     VALUES ($1, $2, $3, $4, true, now() + make_interval(hours => $5)) ON CONFLICT DO NOTHING`,
    [id, normaliseEmail(account.email), account.name.trim(), await hashPassword(account.password), TEMPORARY_PASSWORD_HOURS],
  )
  return rowCount === 1 || (await findAccountById(pool, id)) !== undefined
}

/** Sets e-mail address and name. Tokens that are issued from now on contain the new values. */
export async function setProfile(
  pool: Queryable,
  accountId: string,
  profile: { email: string; name: string },
): Promise<'found' | 'missing' | 'taken'> {
  const email = normaliseEmail(profile.email)
  const { rowCount } = await pool.query(
    `UPDATE identity.accounts a SET email = $2, name = $3, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM identity.accounts o WHERE o.email = $2 AND o.id <> $1)`,
    [accountId, email, profile.name.trim()],
  )
  if (rowCount === 1) return 'found'
  return (await findAccountById(pool, accountId)) ? 'taken' : 'missing'
}

/**
 * Disables or enables an account. A disabled account cannot sign in, and its sessions end.
 * @returns false when there is no such account
 */
export async function setDisabled(pool: Queryable, accountId: string, isDisabled: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE identity.accounts SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, now()) END, updated_at = now()
     WHERE id = $1`,
    [accountId, isDisabled],
  )
  if (isDisabled) await endSessions(pool, accountId)
  return rowCount === 1
}

/**
 * Sets a password. Every session of the account ends except the one to keep, so that anybody else who knew the old password
 * is signed out. Access tokens that were issued before become invalid. The time of issue in a token is exact only to the
 * second. API tokens are revoked unless the owner keeps them, because somebody with the old password could have created some.
 */
export async function setPassword(
  pool: Queryable,
  accountId: string,
  password: string,
  {
    mustChangePassword,
    keep,
    keepsApiTokens = false,
  }: { mustChangePassword: boolean; keep?: KeptSession; keepsApiTokens?: boolean },
): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE identity.accounts SET password_hash = $2, must_change_password = $3, password_changed_at = now(), updated_at = now(),
       temporary_until = CASE WHEN $3 THEN now() + make_interval(hours => $4) END
     WHERE id = $1`,
    [accountId, await hashPassword(password), mustChangePassword, TEMPORARY_PASSWORD_HOURS],
  )
  if (!rowCount) throw new Error(`no account ${accountId}`)
  await pool.query("UPDATE users SET tokens_valid_from = date_trunc('second', now()) WHERE subject = $1", [accountId])
  if (!keepsApiTokens) {
    await pool.query(
      'UPDATE api_tokens SET revoked_at = now() WHERE revoked_at IS NULL AND user_id IN (SELECT id FROM users WHERE subject = $1)',
      [accountId],
    )
  }
  await endSessions(pool, accountId, keep)
}

/** Counts the valid API tokens of the account's user. */
export async function countApiTokens(pool: Queryable, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_tokens k JOIN users u ON u.id = k.user_id
     WHERE u.subject = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
    [accountId],
  )
  return rows[0]?.count ?? 0
}

/** Removes an account with its sessions. Does nothing if the account does not exist. */
export async function removeAccount(pool: Queryable, accountId: string): Promise<void> {
  await pool.query('DELETE FROM identity.accounts WHERE id = $1', [accountId])
  await endSessions(pool, accountId)
}

/** The session and interaction that are in use. They stay valid while all others end. */
export interface KeptSession {
  sessionUid?: string | undefined
  interactionUid: string
}

/** Ends sessions, codes and refresh tokens immediately. Also ends access tokens that contain the id of their session. */
export async function endSessions(pool: Queryable, accountId: string, keep?: KeptSession): Promise<void> {
  await pool.query(
    `WITH gone AS (
       DELETE FROM identity.payloads WHERE account_id = $1
         AND NOT (model = 'Session' AND uid IS NOT DISTINCT FROM $2) AND NOT (model = 'Interaction' AND uid IS NOT DISTINCT FROM $3)
       RETURNING model, uid
     )
     INSERT INTO ended_sessions (session_id) SELECT uid FROM gone WHERE model = 'Session' AND uid IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [accountId, keep?.sessionUid ?? null, keep?.interactionUid ?? null],
  )
}

export const findAccountByEmail = (pool: Queryable, email: string) => find(pool, 'email = $1', normaliseEmail(email))

export const findAccountById = (pool: Queryable, id: string) => find(pool, 'id = $1', id)

interface AccountRow {
  id: string
  email: string
  name: string
  password_hash: string
  must_change_password: boolean
  temporary_until: Date | null
  disabled_at: Date | null
}

async function find(pool: Queryable, condition: string, value: string): Promise<Account | undefined> {
  const { rows } = await pool.query<AccountRow>(
    `SELECT id, email, name, password_hash, must_change_password, temporary_until, disabled_at FROM identity.accounts WHERE ${condition}`,
    [value],
  )
  const [row] = rows
  return (
    row && {
      id: row.id,
      email: row.email,
      name: row.name,
      passwordHash: row.password_hash,
      mustChangePassword: row.must_change_password,
      temporaryUntil: row.temporary_until ?? undefined,
      isDisabled: row.disabled_at !== null,
    }
  )
}
