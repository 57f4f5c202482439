import { createHash } from 'node:crypto'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import type pg from 'pg'
import { isConnectionLoss } from '@roadbook/platform'
import { Unavailable } from './unavailable.js'

interface PayloadRow {
  payload: AdapterPayload
  consumed_s: number | null
}

const ENDS_WITH_GRANT = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** Data that a session stores for each client that used it. */
type Authorizations = Record<string, { grantId?: string }>

const hashOf = (id: string) => createHash('sha256').update(id).digest()

/**
 * Stores the OpenID provider's data in `identity.payloads`. The ids are secrets of browsers (session cookies, codes, refresh
 * tokens), so only hashes of the ids are stored. A look-up by id adds the id to the payload again.
 */
export class PostgresAdapter implements Adapter {
  constructor(
    private readonly pool: pg.Pool,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInS = 3_600): Promise<void> {
    const { jti: _id, ...stored } = payload
    // An interaction's stored session includes the cookie with the session's id. The provider does not use this cookie, so it
    // is left out.
    if (stored.session) stored.session = { ...stored.session, cookie: undefined }
    await this.query(
      `INSERT INTO identity.payloads (model, id_hash, payload, account_id, grant_id, uid, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       ON CONFLICT (model, id_hash) DO UPDATE SET payload = excluded.payload, account_id = excluded.account_id,
         grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
      [
        this.model,
        hashOf(id),
        JSON.stringify(stored),
        payload.accountId ?? null,
        this.grantOf(id, payload),
        payload.uid ?? null,
        expiresInS,
      ],
    )
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.select('id_hash = $2', hashOf(id))
    return found && { ...found, jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.select('uid = $2', uid)
  }

  /** User codes belong to the device flow. That flow is disabled. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  /**
   * Marks a code or refresh token as used. If two requests use it at the same time, only one succeeds. The other is a replay.
   */
  async consume(id: string): Promise<void> {
    const used = await this.query(
      'UPDATE identity.payloads SET consumed_at = now() WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL',
      [this.model, hashOf(id)],
    )
    if (used.rowCount !== 1) throw new errors.InvalidGrant('already used')
  }

  async destroy(id: string): Promise<void> {
    await this.query('DELETE FROM identity.payloads WHERE model = $1 AND id_hash = $2', [this.model, hashOf(id)])
  }

  /**
   * Ends everything from one sign-in: its codes, refresh tokens, the grant and the session. The access tokens that were
   * already issued end with the session. The provider calls this when a code or refresh token is used twice. One of the two
   * clients that used it must have stolen it, and it is unknown which of them (RFC 6749, 4.1.2).
   */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.query(
      `WITH gone AS (DELETE FROM identity.payloads WHERE grant_id = $1 RETURNING model, uid)
       INSERT INTO ended_sessions (session_id) SELECT uid FROM gone WHERE model = 'Session' AND uid IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [grantId],
    )
  }

  /**
   * Returns the grant that ends this payload when it ends. Returns null for an interaction. An interaction also contains a
   * grant, but must continue if the grant ends because somebody else signs in.
   */
  private grantOf(id: string, payload: AdapterPayload): string | null {
    if (this.model === 'Grant') return id
    if (this.model === 'Session') return grantOfSession(payload.authorizations)
    return ENDS_WITH_GRANT.has(this.model) ? (payload.grantId ?? null) : null
  }

  private async select(condition: string, value: Buffer | string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.query(
      `SELECT payload, extract(epoch FROM consumed_at)::int AS consumed_s FROM identity.payloads
       WHERE model = $1 AND ${condition} AND expires_at > now()`,
      [this.model, value],
    )
    const [row] = rows
    return row && (row.consumed_s === null ? row.payload : { ...row.payload, consumed: row.consumed_s })
  }

  private async query(sql: string, values: unknown[]): Promise<pg.QueryResult<PayloadRow>> {
    try {
      return await this.pool.query<PayloadRow>(sql, values)
    } catch (error) {
      if (isConnectionLoss(error)) throw new Unavailable(error)
      throw error
    }
  }
}

/** Returns the session's grant. There is only one client, the portal. */
const grantOfSession = (authorizations: Authorizations = {}): string | null =>
  Object.values(authorizations).find(({ grantId }) => grantId)?.grantId ?? null

/** Deletes expired rows. */
export async function purgePayloads(pool: pg.Pool): Promise<void> {
  await pool.query('DELETE FROM identity.payloads WHERE expires_at < now()')
  await pool.query('DELETE FROM identity.setup_links WHERE expires_at < now()')
  await pool.query('DELETE FROM identity.reset_links WHERE expires_at < now()')
}
