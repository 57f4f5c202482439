import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '@roadbook/platform'
import { normaliseEmail, type Queryable } from './accounts.js'

/** Minutes for which a failed sign-in counts. */
export const WINDOW_MINUTES = 15
/**
 * Maximum number of failed sign-ins to one account from one address. There is no limit for an account over all addresses,
 * because with such a limit an attacker could lock out the owner.
 */
export const LIMIT_PER_ACCOUNT = 10
/**
 * Maximum number of failed sign-ins from one address to all accounts. The limit stops an attacker who tries one password on
 * many accounts. It is higher than the limit for one account, because a whole workshop may share an address.
 */
export const LIMIT_PER_ADDRESS = 50

export type AttemptOutcome = { allowed: true; attemptId: number } | { allowed: false; retryAfterS: number }

const accountHash = (email: string) => createHash('sha256').update(normaliseEmail(email)).digest()

interface CountRow {
  pair: number
  address: number
  pair_oldest: number | null
  address_oldest: number | null
}

/**
 * Records an attempt before the password is checked. Attempts from one address are counted and recorded one after the other,
 * so that parallel attempts cannot exceed the limit. A refused attempt is not recorded, so that it does not extend the wait.
 */
export async function bookAttempt(
  pool: Pool,
  email: string,
  address: string,
  limit = LIMIT_PER_ACCOUNT,
): Promise<AttemptOutcome> {
  const account = accountHash(email)
  return inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('identity.sign_in_attempts ' || $1, 0))", [address])
    const { rows } = await client.query<CountRow>(
      `SELECT count(*) FILTER (WHERE account_hash = $1)::int AS pair, count(*)::int AS address,
         extract(epoch FROM now() - min(attempted_at) FILTER (WHERE account_hash = $1))::float8 AS pair_oldest,
         extract(epoch FROM now() - min(attempted_at))::float8 AS address_oldest
       FROM identity.sign_in_attempts WHERE address = $2 AND attempted_at > now() - make_interval(mins => $3)`,
      [account, address, WINDOW_MINUTES],
    )
    const count = rows[0] ?? { pair: 0, address: 0, pair_oldest: 0, address_oldest: 0 }
    const isPairFull = count.pair >= limit
    const isAddressFull = count.address >= LIMIT_PER_ADDRESS
    if (isPairFull || isAddressFull) {
      const oldestS = Math.min(
        isPairFull ? (count.pair_oldest ?? 0) : Infinity,
        isAddressFull ? (count.address_oldest ?? 0) : Infinity,
      )
      return { allowed: false, retryAfterS: Math.max(1, Math.ceil(WINDOW_MINUTES * 60 - oldestS)) }
    }
    const booked = await client.query<{ id: number | string }>(
      'INSERT INTO identity.sign_in_attempts (account_hash, address) VALUES ($1, $2) RETURNING id',
      [account, address],
    )
    return { allowed: true, attemptId: Number(booked.rows[0]?.id) }
  })
}

/**
 * Records an attempt at the second step. An account has ten attempts over all addresses. Only somebody with the password gets
 * to this step, so strangers cannot use up the owner's attempts.
 */
export const bookCode = (pool: Pool, accountId: string): Promise<AttemptOutcome> =>
  bookAttempt(pool, accountId, codeTries(accountId))

export const forgiveCodes = (pool: Queryable, accountId: string): Promise<void> =>
  forgiveAttempts(pool, accountId, codeTries(accountId))

const codeTries = (accountId: string) => `second step of ${accountId}`

/**
 * Deletes the attempts of this account and address after a successful sign-in. This includes the attempt of the sign-in
 * itself.
 */
export async function forgiveAttempts(pool: Queryable, email: string, address: string): Promise<void> {
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE account_hash = $1 AND address = $2', [
    accountHash(email),
    address,
  ])
}

/** Removes one recorded attempt, because the server was too busy to check the password. */
export async function withdrawAttempt(pool: Queryable, attemptId: number): Promise<void> {
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE id = $1', [attemptId])
}

/** Deletes attempts that no longer count. */
export async function purgeAttempts(pool: Queryable): Promise<void> {
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE attempted_at < now() - make_interval(mins => $1)', [
    WINDOW_MINUTES,
  ])
}
