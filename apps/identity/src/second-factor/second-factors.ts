import type pg from 'pg'
import { inTransaction } from '@roadbook/platform'
import type { Queryable } from '../accounts.js'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js'
import { stepOf } from './totp.js'

export interface SecondFactor {
  enabledAt: Date
  /** Number of unused recovery codes. */
  recoveryCodesLeft: number
}

/** Finds the account's authenticator app. Returns undefined if there is none. */
export async function findSecondFactor(pool: Queryable, accountId: string): Promise<SecondFactor | undefined> {
  const { rows } = await pool.query<{ enabled_at: Date; left: number }>(
    `SELECT f.enabled_at, (SELECT count(*)::int FROM identity.recovery_codes c
       WHERE c.account_id = f.account_id AND c.used_at IS NULL) AS left
     FROM identity.second_factors f WHERE f.account_id = $1`,
    [accountId],
  )
  const [row] = rows
  return row && { enabledAt: row.enabled_at, recoveryCodesLeft: row.left }
}

/**
 * Turns the second step on, after the app has proved that it has the secret.
 * @param step time step of the app's first code. The code counts as used.
 * @returns the recovery codes. Only their hashes are stored.
 */
export async function enableSecondFactor(pool: pg.Pool, accountId: string, secret: Buffer, step: number): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('DELETE FROM identity.second_factors WHERE account_id = $1', [accountId])
    await client.query('INSERT INTO identity.second_factors (account_id, secret, last_step) VALUES ($1, $2, $3)', [
      accountId,
      secret,
      step,
    ])
    return replaceCodes(client, accountId)
  })
}

/**
 * Creates new recovery codes. The old ones become invalid.
 * @returns undefined when the second step is off
 */
export async function renewRecoveryCodes(pool: pg.Pool, accountId: string): Promise<string[] | undefined> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM identity.second_factors WHERE account_id = $1 FOR UPDATE', [accountId])
    return rowCount === 1 ? replaceCodes(client, accountId) : undefined
  })
}

/**
 * Turns the second step off and removes its recovery codes.
 * @returns false when it was off
 */
export async function disableSecondFactor(pool: Queryable, accountId: string): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM identity.second_factors WHERE account_id = $1', [accountId])
  return rowCount === 1
}

/**
 * Accepts a code of the app. From then on, this code and all earlier codes count as used. If two requests use the code at the
 * same time, only one succeeds (RFC 6238, 5.2).
 */
export async function useCode(pool: Queryable, accountId: string, code: string): Promise<boolean> {
  const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM identity.second_factors WHERE account_id = $1', [
    accountId,
  ])
  const step = rows[0] && stepOf(rows[0].secret, code, Date.now())
  if (step === undefined) return false
  const { rowCount } = await pool.query(
    'UPDATE identity.second_factors SET last_step = $2 WHERE account_id = $1 AND last_step < $2',
    [accountId, step],
  )
  return rowCount === 1
}

/** Accepts a recovery code. Each code is accepted once. */
export async function useRecoveryCode(pool: Queryable, accountId: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE identity.recovery_codes SET used_at = now()
     WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL`,
    [accountId, recoveryCodeHash(code)],
  )
  return rowCount === 1
}

async function replaceCodes(client: pg.ClientBase, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await client.query('DELETE FROM identity.recovery_codes WHERE account_id = $1', [accountId])
  await client.query('INSERT INTO identity.recovery_codes (account_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    accountId,
    codes.map(recoveryCodeHash),
  ])
  return codes
}
