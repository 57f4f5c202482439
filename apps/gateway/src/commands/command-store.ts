import type pg from 'pg'

/** A tracker that is logged in at this gateway, with its protocol's commands for starting and for ending a locate. */
export interface Claimant {
  imei: string
  locate: string | undefined
  undo: string | undefined
}

/** A command that only this gateway may send from now on. */
export interface ClaimedCommand {
  id: number
  imei: string
  text: string
  serial: number
}

/** Database operations of the command desk. */
export interface CommandStore {
  /** Returns the IMEIs for which a command may be sent now. */
  waiting(): Promise<string[]>
  /** Takes the next command of each of these trackers, at most one each. */
  claim(claimants: readonly Claimant[]): Promise<ClaimedCommand[]>
  /** Records that a command could not be encoded for the protocol. */
  fail(id: number, reason: string): Promise<void>
  /** Releases a command that was not written, so that the gateway with the tracker's current session may send it. */
  release(id: number): Promise<void>
}

const WAITING = `SELECT DISTINCT d.imei
  FROM device_commands c JOIN devices d ON d.id = c.device_id AND d.deleted_at IS NULL
  WHERE c.state = 'queued' AND c.not_before <= now() AND c.expires_at > now()
    AND NOT EXISTS (SELECT 1 FROM device_commands f WHERE f.device_id = c.device_id AND f.state = 'sent')`

// This is a single statement, so that a crash cannot leave a command half processed. After the statement, the command is in
// one of three states. It is still queued, or this gateway has claimed it and planned its undo, or it has failed because the
// tracker's protocol has no such command. Locate and undo commands are sent before texts.
const CLAIM = `WITH wanted AS (
    SELECT d.id AS device_id, w.imei, w.locate, w.undo
    FROM unnest($1::text[], $2::text[], $3::text[]) AS w (imei, locate, undo)
    JOIN devices d ON d.imei = w.imei AND d.deleted_at IS NULL
  ), next AS (
    SELECT c.id, coalesce(c.text, CASE c.kind WHEN 'locate' THEN w.locate WHEN 'undo' THEN w.undo END) AS text, w.imei, w.undo
    FROM wanted w CROSS JOIN LATERAL (
      SELECT q.id, q.text, q.kind FROM device_commands q
      WHERE q.device_id = w.device_id AND q.state = 'queued' AND q.not_before <= now() AND q.expires_at > now()
      ORDER BY q.kind = 'text', q.id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) c
    WHERE NOT EXISTS (SELECT 1 FROM device_commands f WHERE f.device_id = w.device_id AND f.state = 'sent')
  ), claimed AS (
    UPDATE device_commands c SET text = n.text, gateway = $4, serial = c.id % 65535 + 1, sent_at = now(),
      answer_by = now() + $5::float8 * interval '1 millisecond',
      state = CASE WHEN n.text IS NULL THEN 'failed' ELSE 'sent' END,
      failure = CASE WHEN n.text IS NULL THEN 'not_sendable' END,
      failure_detail = CASE WHEN n.text IS NULL THEN 'this tracker has no such command' END,
      ended_at = CASE WHEN n.text IS NULL THEN now() END
    FROM next n WHERE c.id = n.id AND c.state = 'queued'
    RETURNING c.id, c.device_id, c.entity_id, c.business_id, c.kind, c.state, c.text, c.serial, n.imei, n.undo
  ), taken_back AS (
    INSERT INTO device_commands (device_id, entity_id, business_id, kind, undo_of, not_before, expires_at)
    SELECT device_id, entity_id, business_id, 'undo', id, now() + interval '10 minutes', now() + interval '30 days'
    FROM claimed WHERE kind = 'locate' AND state = 'sent' AND undo IS NOT NULL
    ON CONFLICT (device_id) WHERE kind = 'undo' AND state = 'queued'
      DO UPDATE SET undo_of = excluded.undo_of, not_before = excluded.not_before, expires_at = excluded.expires_at
  )
  SELECT id, imei, text, serial FROM claimed WHERE state = 'sent'`

const FAIL = `WITH failed AS (
    UPDATE device_commands SET state = 'failed', failure = 'not_sendable', failure_detail = $3, ended_at = now()
    WHERE id = $1 AND gateway = $2 AND state = 'sent' RETURNING id
  )
  UPDATE device_commands u SET state = 'cancelled', ended_at = now() FROM failed
  WHERE u.undo_of = failed.id AND u.state = 'queued'`

const RELEASE = `WITH released AS (
    UPDATE device_commands SET state = 'queued', gateway = NULL, serial = NULL, sent_at = NULL, answer_by = NULL
    WHERE id = $1 AND gateway = $2 AND state = 'sent' RETURNING id
  )
  UPDATE device_commands u SET state = 'cancelled', ended_at = now() FROM released
  WHERE u.undo_of = released.id AND u.state = 'queued'`

/**
 * PostgreSQL's error code for a violated unique index. Two gateways may briefly have a session of the same tracker. The index
 * then allows only one of the gateways to send commands.
 */
const UNIQUE_VIOLATION = '23505'

export class PostgresCommandStore implements CommandStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly gatewayId: string,
    private readonly answerWithinMs: number,
  ) {}

  async waiting(): Promise<string[]> {
    const { rows } = await this.pool.query<{ imei: string }>(WAITING)
    return rows.map(({ imei }) => imei)
  }

  async claim(claimants: readonly Claimant[]): Promise<ClaimedCommand[]> {
    try {
      return await this.#claim(claimants)
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
      if (claimants.length === 1) return []
    }
    return this.#claimOneByOne(claimants)
  }

  async #claimOneByOne(claimants: readonly Claimant[]): Promise<ClaimedCommand[]> {
    const claimed: ClaimedCommand[] = []
    for (const claimant of claimants) {
      try {
        claimed.push(...(await this.claim([claimant])))
      } catch (error) {
        // Commands that are already claimed must be sent, so they are returned. All other commands still wait, and the next
        // check finds them.
        if (claimed.length === 0) throw error
        break
      }
    }
    return claimed
  }

  async #claim(claimants: readonly Claimant[]): Promise<ClaimedCommand[]> {
    const { rows } = await this.pool.query<ClaimedCommand>(CLAIM, [
      claimants.map(({ imei }) => imei),
      claimants.map(({ locate }) => locate ?? null),
      claimants.map(({ undo }) => undo ?? null),
      this.gatewayId,
      this.answerWithinMs,
    ])
    return rows
  }

  async fail(id: number, reason: string): Promise<void> {
    await this.pool.query(FAIL, [id, this.gatewayId, reason])
  }

  async release(id: number): Promise<void> {
    await this.pool.query(RELEASE, [id, this.gatewayId])
  }
}
