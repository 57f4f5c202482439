import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { DeviceValues } from '../device.row.js'
import { CHALLENGE_SECONDS, type ChallengeOutcome } from './claims/challenge.js'
import { type ClaimRow, claimRows } from './claims/claim-list.js'

export type ClaimValues = Pick<DeviceValues, 'imei' | 'title' | 'description' | 'model' | 'iccid'>

interface Claiming {
  businessId: number
  userId: number
  importId?: number
}

@Injectable()
export class PossessionRepository {
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<ClaimRow | undefined> {
    if (isLocked)
      await transaction.rows(sql`SELECT c.id FROM device_claims c
        WHERE c.id = ${id} AND ${transaction.within(sql`c.business_id`)} FOR UPDATE`)
    return transaction.row<ClaimRow>(claimRows(transaction, [id]))
  }

  /**
   * Returns the IMEIs that this business is allowed to register without further proof. A super admin may register all. Others
   * may register two kinds: IMEIs that were delivered to the business, and IMEIs of its own deleted devices.
   */
  async registrable(transaction: ScopedTransaction, imeis: readonly string[], businessId: number): Promise<ReadonlySet<string>> {
    if (transaction.scope === 'all') return new Set(imeis)
    const found = await transaction.rows<{ imei: string }>(sql`
      SELECT imei FROM delivered_imeis(${[...imeis]}::text[], ${businessId})
      UNION SELECT d.imei FROM devices d
      WHERE d.imei = ANY (${[...imeis]}::text[]) AND d.deleted_at IS NOT NULL AND ${transaction.within(sql`d.business_id`)}`)
    return new Set(found.map(({ imei }) => imei))
  }

  /** Returns the IMEIs of devices in scope. */
  async known(transaction: ScopedTransaction, imeis: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await transaction.rows<{ imei: string }>(sql`SELECT d.imei FROM devices d
      WHERE d.imei = ANY (${[...imeis]}::text[]) AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}`)
    return new Set(found.map(({ imei }) => imei))
  }

  /**
   * Counts the waiting claims of a business. Locks the business, so that two concurrent requests cannot both add the last
   * claim that the limit allows.
   */
  async countWaiting(transaction: ScopedTransaction, businessId: number): Promise<number> {
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(hashtext('device_claims'), ${businessId})`)
    const counted = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM device_claims c
      WHERE c.business_id = ${businessId} AND c.state = 'waiting' AND ${transaction.within(sql`c.business_id`)}`)
    return counted?.count ?? 0
  }

  /** @returns ids of the new claims; an IMEI that was already waiting gets no new claim */
  async add(transaction: ScopedTransaction, values: readonly ClaimValues[], { importId, ...by }: Claiming): Promise<number[]> {
    const added = await transaction.rows<{ id: number }>(sql`
      INSERT INTO device_claims (imei, title, description, model, iccid, business_id, created_by, import_id)
      SELECT given.imei, given.title, given.description, given.model, given.iccid, ${by.businessId}::int, ${by.userId}::int,
        ${importId ?? null}::int
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) given (imei text, title text, description text, model text, iccid text)
      ON CONFLICT (business_id, imei) WHERE state IN ('waiting', 'disputed') DO NOTHING RETURNING id`)
    return added.map(({ id }) => id)
  }

  /** @param decidedBy user who decided; null when the tracker itself or a delivery decided */
  async end(
    transaction: ScopedTransaction,
    id: number,
    state: 'registered' | 'refused' | 'withdrawn',
    { deviceId = null, decidedBy = null }: { deviceId?: number | null; decidedBy?: number | null } = {},
  ): Promise<void> {
    await transaction.rows(sql`UPDATE device_claims c SET state = ${state}, device_id = ${deviceId}, decided_by = ${decidedBy},
        decided_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE c.id = ${id} AND ${transaction.within(sql`c.business_id`)}`)
  }

  /** Withdraws the claims of an import that still wait. */
  async withdrawImported(transaction: ScopedTransaction, importId: number): Promise<void> {
    await transaction.rows(sql`UPDATE device_claims c SET state = 'withdrawn', decided_at = now(), updated_at = clock_timestamp()
      WHERE c.import_id = ${importId} AND c.state = 'waiting' AND ${transaction.within(sql`c.business_id`)}`)
  }

  /**
   * Locks the waiting claims of every business for these IMEIs. A delivery must call this before it locks tracker numbers,
   * because granting a claim locks in this order too.
   */
  async lockWaiting(transaction: ScopedTransaction, imeis: readonly string[]): Promise<void> {
    await transaction.rows(sql`SELECT c.id FROM device_claims c
      WHERE c.imei = ANY (${[...imeis]}::text[]) AND c.state = 'waiting' AND ${transaction.within(sql`c.business_id`)}
      ORDER BY c.id FOR UPDATE`)
  }

  /** Finds waiting claims that a delivery to this business fulfils. */
  findSettled(transaction: ScopedTransaction, imeis: readonly string[]): Promise<{ id: number }[]> {
    return transaction.rows(sql`SELECT c.id FROM device_claims c
      WHERE c.imei = ANY (${[...imeis]}::text[]) AND c.state = 'waiting' AND ${transaction.within(sql`c.business_id`)}
        AND c.imei IN (SELECT imei FROM delivered_imeis(ARRAY[c.imei], c.business_id)) ORDER BY c.id FOR UPDATE`)
  }

  /**
   * Finds and locks the device with this IMEI, even if it is deleted. If there is no such device, returns the protocol that
   * the unregistered tracker used. Only for super admins.
   */
  async othersWith(
    transaction: ScopedTransaction,
    { imei }: ClaimRow,
  ): Promise<{ deviceId: number | null; onVehicle: boolean; protocol: string | null }> {
    await transaction.rows(
      sql`SELECT d.id FROM devices d WHERE d.imei = ${imei} AND ${transaction.within(sql`d.business_id`)} FOR UPDATE`,
    )
    const found = await transaction.row<{
      id: number | null
      on_vehicle: boolean
      protocol: string | null
    }>(sql`
      SELECT d.id, EXISTS (SELECT 1 FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL) AS on_vehicle,
        (SELECT u.protocol FROM unknown_devices u WHERE u.imei = ${imei}) AS protocol
      FROM (SELECT 1) one LEFT JOIN devices d ON d.imei = ${imei}`)
    return {
      deviceId: found?.id ?? null,
      onVehicle: found?.on_vehicle ?? false,
      protocol: found?.protocol ?? null,
    }
  }

  /**
   * Moves a device to another business. Clears the pins (required protocol, network and certificate) that the former business
   * set.
   * @returns the device's own number before and after
   */
  async handOver(
    transaction: ScopedTransaction,
    deviceId: number,
    { business_id, ...claim }: ClaimRow & { tracker_id: string | null },
  ): Promise<{ before: string | null; after: string | null }> {
    const written = await transaction.row<{
      before: string | null
      after: string | null
    }>(sql`UPDATE devices d SET business_id = ${business_id}, deleted_at = NULL, returned_at = NULL,
        title = ${claim.title}, description = ${claim.description}, model = coalesce(${claim.model}, d.model), iccid = ${claim.iccid},
        bound_protocol = NULL, source_network = NULL, client_certificate = NULL, updated_at = clock_timestamp(),
        tracker_id = coalesce(${claim.tracker_id}, d.tracker_id)
      FROM devices old WHERE d.id = ${deviceId} AND old.id = d.id AND ${transaction.within(sql`d.business_id`)}
      RETURNING old.tracker_id AS before, d.tracker_id AS after`)
    if (!written) throw new Error('a device that was just locked is gone')
    return written
  }

  /** Returns two counts of this business's challenges: for this IMEI in the last day, and for any IMEI in the last hour. */
  async countTries(
    transaction: ScopedTransaction,
    { imei, business_id }: ClaimRow,
  ): Promise<{ ofImei: number; ofBusiness: number }> {
    const counted = await transaction.row<{ imei: number; business: number }>(sql`
      SELECT (count(*) FILTER (WHERE t.imei = ${imei}))::int AS imei,
        (count(*) FILTER (WHERE t.began_at > now() - interval '1 hour'))::int AS business
      FROM device_challenges t
      WHERE t.business_id = ${business_id} AND t.began_at > now() - interval '1 day' AND ${transaction.within(sql`t.business_id`)}`)
    return { ofImei: counted?.imei ?? 0, ofBusiness: counted?.business ?? 0 }
  }

  async begin(transaction: ScopedTransaction, { id, imei, business_id }: ClaimRow, offSeconds: number): Promise<number> {
    const begun = await transaction.row<{ id: number }>(sql`
      INSERT INTO device_challenges (claim_id, imei, business_id, began_at, on_at, ends_at)
      VALUES (${id}, ${imei}, ${business_id}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${offSeconds}),
        clock_timestamp() + make_interval(secs => ${offSeconds + CHALLENGE_SECONDS.on})) RETURNING id`)
    if (!begun) throw new Error('a challenge that was just begun is not in the scope of who began it')
    return begun.id
  }

  /**
   * Returns a running challenge with the time of the tracker's last message. All times are from the database's clock. Only for
   * callers who see every business.
   */
  running(transaction: ScopedTransaction, challengeId: number): Promise<Watched | undefined> {
    return transaction.row<Watched>(sql`SELECT t.claim_id, t.began_at, t.on_at, t.ends_at, last_word_of(t.imei) AS last_word,
        clock_timestamp() AS now
      FROM device_challenges t WHERE t.id = ${challengeId} AND t.outcome IS NULL AND ${transaction.within(sql`t.business_id`)}`)
  }

  async finish(transaction: ScopedTransaction, challengeId: number, outcome: ChallengeOutcome): Promise<void> {
    await transaction.rows(sql`UPDATE device_challenges t SET outcome = ${outcome}
      WHERE t.id = ${challengeId} AND ${transaction.within(sql`t.business_id`)}`)
    if (outcome === 'shown')
      await transaction.rows(sql`UPDATE device_challenges t SET answered_as = a.answered_as, answered_from = a.answered_from
        FROM device_challenges c CROSS JOIN LATERAL last_answer_of(c.imei) a
        WHERE t.id = ${challengeId} AND c.id = t.id AND ${transaction.within(sql`t.business_id`)}`)
  }
}

export interface Watched {
  claim_id: number
  began_at: Date
  on_at: Date
  ends_at: Date
  last_word: Date | null
  now: Date
}
