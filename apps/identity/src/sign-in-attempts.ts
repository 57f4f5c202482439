import { createHash } from 'node:crypto'
import { normaliseEmail, type Queryable } from './accounts.js'

/** Failed sign-ins count for this long. */
export const WINDOW_MINUTES = 15
/** Failures for one account from one address. The account alone is not limited: its owner elsewhere must still get in. */
export const LIMIT_PER_ACCOUNT = 10
/** Failures from one address over all accounts: a workshop shares one address, a password sprayer has one too. */
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
 * Books an attempt before the password is looked at. Booking first and counting after means that parallel attempts cannot
 * slip under the limit together: of those booked, only the first {@link LIMIT_PER_ACCOUNT} ever count themselves within it.
 */
export async function bookAttempt(pool: Queryable, email: string, address: string): Promise<AttemptOutcome> {
  const account = accountHash(email)
  const booked = await pool.query<{ id: number | string }>(
    'INSERT INTO identity.sign_in_attempts (account_hash, address) VALUES ($1, $2) RETURNING id',
    [account, address],
  )
  const attemptId = Number(booked.rows[0]?.id)
  const { rows } = await pool.query<CountRow>(
    `SELECT count(*) FILTER (WHERE account_hash = $1)::int AS pair, count(*)::int AS address,
       extract(epoch FROM now() - min(attempted_at) FILTER (WHERE account_hash = $1))::float8 AS pair_oldest,
       extract(epoch FROM now() - min(attempted_at))::float8 AS address_oldest
     FROM identity.sign_in_attempts WHERE address = $2 AND attempted_at > now() - make_interval(mins => $3)`,
    [account, address, WINDOW_MINUTES],
  )
  const count = rows[0] ?? { pair: 0, address: 0, pair_oldest: 0, address_oldest: 0 }
  const isPairFull = count.pair > LIMIT_PER_ACCOUNT
  const isAddressFull = count.address > LIMIT_PER_ADDRESS
  if (!isPairFull && !isAddressFull) return { allowed: true, attemptId }
  // A refused attempt must not push the end of the wait away.
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE id = $1', [attemptId])
  const oldestS = Math.min(
    isPairFull ? (count.pair_oldest ?? 0) : Infinity,
    isAddressFull ? (count.address_oldest ?? 0) : Infinity,
  )
  return { allowed: false, retryAfterS: Math.max(1, Math.ceil(WINDOW_MINUTES * 60 - oldestS)) }
}

/** A sign-in that succeeded is no attempt, and forgets the failures before it for this account and address. */
export async function forgiveAttempts(pool: Queryable, email: string, address: string): Promise<void> {
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE account_hash = $1 AND address = $2', [
    accountHash(email),
    address,
  ])
}

/** Takes one booked attempt back: the password was right, but something else stood in the way. */
export async function withdrawAttempt(pool: Queryable, attemptId: number): Promise<void> {
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE id = $1', [attemptId])
}

/** Drops attempts that no longer count. */
export async function purgeAttempts(pool: Queryable): Promise<void> {
  await pool.query('DELETE FROM identity.sign_in_attempts WHERE attempted_at < now() - make_interval(mins => $1)', [
    WINDOW_MINUTES,
  ])
}
