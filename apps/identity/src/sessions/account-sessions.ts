import type pg from 'pg'
import { inTransaction } from '@roadbook/platform'
import type { Queryable } from '../accounts.js'

/** Browser session of a signed-in user. */
export interface AccountSession {
  /** Id of the session. Its access tokens contain it as `sid`. */
  id: string
  /** User agent that the browser sent; '' if it sent none. */
  userAgent: string
  address: string
  signedInAt: Date
  /**
   * Time when the session last got a new access token. An active session gets one at least every ten minutes, so it was used
   * at most ten minutes after this time.
   */
  lastSeenAt: Date
}

/** Maximum stored length of a user agent in characters. */
const LONGEST_AGENT = 300

/** Records that a session got a token. Also records the browser and the address. */
export async function noteSession(
  pool: Queryable,
  accountId: string,
  session: { id: string; userAgent: string; address: string; signedInAt: Date },
): Promise<void> {
  await pool.query(
    `INSERT INTO identity.sessions (uid, account_id, user_agent, address, signed_in_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (uid) DO UPDATE SET account_id = excluded.account_id, user_agent = excluded.user_agent,
       address = excluded.address, signed_in_at = excluded.signed_in_at, last_seen_at = now()`,
    [session.id, accountId, session.userAgent.slice(0, LONGEST_AGENT), session.address, session.signedInAt],
  )
}

/** Lists the account's valid sessions. The session that was seen most recently is first. */
export async function listSessions(pool: Queryable, accountId: string): Promise<AccountSession[]> {
  const { rows } = await pool.query<{
    uid: string
    user_agent: string
    address: string
    signed_in_at: Date
    last_seen_at: Date
  }>(
    `SELECT s.uid, s.user_agent, s.address, s.signed_in_at, s.last_seen_at FROM identity.sessions s
     WHERE s.account_id = $1 AND EXISTS (SELECT 1 FROM identity.payloads p
       WHERE p.model = 'Session' AND p.uid = s.uid AND p.account_id = $1::text AND p.expires_at > now())
     ORDER BY s.last_seen_at DESC, s.uid`,
    [accountId],
  )
  return rows.map((row) => ({
    id: row.uid,
    userAgent: row.user_agent,
    address: row.address,
    signedInAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
  }))
}

/** Ends one session of an account. The session's cookie, codes, refresh tokens and access tokens become invalid. */
export async function endSession(pool: pg.Pool, accountId: string, sessionId: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ payload: { authorizations?: Record<string, { grantId?: string }> } }>(
      "DELETE FROM identity.payloads WHERE model = 'Session' AND uid = $2 AND account_id = $1 RETURNING payload",
      [accountId, sessionId],
    )
    const grants = rows.flatMap(({ payload }) =>
      Object.values(payload.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []),
    )
    await client.query(
      `DELETE FROM identity.payloads WHERE account_id = $1 AND (grant_id = ANY ($3) OR payload->>'sessionUid' = $2)`,
      [accountId, sessionId, grants],
    )
    await client.query('DELETE FROM identity.sessions WHERE uid = $1 AND account_id = $2', [sessionId, accountId])
    if (rows.length > 0) await voidTokensOf(client, sessionId)
    return rows.length > 0
  })
}

/** Invalidates the access tokens of this session before they expire. */
export async function voidTokensOf(pool: Queryable, sessionId: string): Promise<void> {
  await pool.query('INSERT INTO ended_sessions (session_id) VALUES ($1) ON CONFLICT DO NOTHING', [sessionId])
}

/** Deletes the details of ended sessions. */
export async function purgeSessions(pool: Queryable): Promise<void> {
  await pool.query(`DELETE FROM identity.sessions s WHERE NOT EXISTS (SELECT 1 FROM identity.payloads p
    WHERE p.model = 'Session' AND p.uid = s.uid)`)
}
