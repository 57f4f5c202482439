import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { CLOCK } from '../../device-clock/index.js'
import { UNVERIFIED } from '../../entities/index.js'
import type { Verification } from './check-installation.js'
import type { CheckName } from './checks.js'
import { MUST_SHOW_MOVE } from './moves.repository.js'
import type { InstallationRow } from './verification.row.js'

/** Maximum fixes to examine. The newest fixes show the present state. Checks that passed earlier are stored. */
const LOOKED_AT_FIXES = 100
const LISTED = 100

/**
 * Condition that the caller is allowed to know the present state. For a customer's vehicle, the installer may know the state
 * for an hour after the installation. This is also the duration of a consent (G-49). If the tracker was removed from a
 * customer's vehicle, its state is hidden until it is shown to have moved (G-107).
 */
const IS_TOLD = sql`(NOT p.hidden_from_business
  OR NOT ${MUST_SHOW_MOVE} AND i.installed_at > now() - interval '60 minutes')`
const isOpen = sql`i.removed_at IS NULL AND i.verified_at IS NULL`

/** Times of installations, and the data that their trackers sent since the installation. */
@Injectable()
export class VerificationRepository {
  /** Finds the installation of the tracker that is now on an entity. */
  async find(transaction: ScopedTransaction, entityId: number): Promise<InstallationRow | undefined> {
    const [found] = await this.select(transaction, sql`i.entity_id = ${entityId} AND i.removed_at IS NULL`)
    return found
  }

  /** Finds installations that are not verified after 5 minutes, newest first. Leaves out those of unregistered entities. */
  findOverdue(transaction: ScopedTransaction): Promise<InstallationRow[]> {
    return this.select(transaction, sql`${UNVERIFIED} ORDER BY i.installed_at DESC, i.id DESC LIMIT ${LISTED}`)
  }

  /**
   * Finds the next unverified installations, in the order of their ids. Only installations whose tracker has sent something
   * since are returned. Leaves out hidden installations, because the time of verification reveals when the tracker sent.
   */
  findHeard(transaction: ScopedTransaction, afterId: number, most: number): Promise<InstallationRow[]> {
    return this.select(
      transaction,
      sql`${isOpen} AND ${IS_TOLD} AND i.id > ${afterId} AND greatest(device_heard_at(i.device_id), i.connected_at) >= i.installed_at
        ORDER BY i.id LIMIT ${most}`,
    )
  }

  /**
   * Stores checks that have passed. Times stored earlier stay. When the installation is verified, binds the tracker to its
   * protocol (G-105).
   */
  async keep(transaction: ScopedTransaction, id: number, { checks, verifiedAt }: Verification): Promise<void> {
    const at = (name: CheckName) => timeOf(checks.find((check) => check.name === name)?.passedAt ?? null)
    await transaction.rows(sql`UPDATE installations i SET
        network_passed_at = coalesce(i.network_passed_at, ${at('network')}::timestamptz),
        gps_passed_at = coalesce(i.gps_passed_at, ${at('gps')}::timestamptz),
        external_battery_passed_at = coalesce(i.external_battery_passed_at, ${at('external-battery')}::timestamptz),
        position_passed_at = coalesce(i.position_passed_at, ${at('position')}::timestamptz),
        verified_at = ${timeOf(verifiedAt)}::timestamptz
      WHERE i.id = ${id} AND i.verified_at IS NULL AND ${transaction.within(sql`i.business_id`)}`)
    if (verifiedAt === null) return
    await transaction.rows(sql`UPDATE devices d SET bound_protocol = d.protocol FROM installations i
      WHERE i.id = ${id} AND i.removed_at IS NULL AND d.id = i.device_id AND d.bound_protocol IS NULL
        AND d.protocol IS NOT NULL AND ${transaction.within(sql`d.business_id`)}`)
  }

  private select(transaction: ScopedTransaction, where: Sql): Promise<InstallationRow[]> {
    return transaction.rows<InstallationRow>(sql`SELECT o.*, CASE WHEN o.verified_at IS NULL THEN ${fixes} END AS fixes
      FROM (
        SELECT i.id, i.device_id, i.entity_id, e.name AS entity_name, e.license_plate, e.frame_number, b.name AS business_name,
          d.imei, d.protocol, d.utc_offset_minutes, ${CLOCK}, i.installed_at, u.first_name || ' ' || u.last_name AS installed_by,
          greatest(device_heard_at(i.device_id), i.connected_at) AS heard_at,
          (SELECT max(s.last_at) FROM doubted_senders s
            WHERE s.device_id = i.device_id AND s.decision IS NULL AND ${transaction.within(sql`s.business_id`)}) AS doubted_at,
          greatest(i.installed_at, i.moved_at) AS told_from, ${MUST_SHOW_MOVE} AS must_show_move, ${IS_TOLD} AS is_told,
          i.network_passed_at, i.gps_passed_at, i.external_battery_passed_at, i.position_passed_at, i.verified_at
        FROM installations i
        JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
        JOIN businesses b ON b.id = e.business_id
        JOIN entity_privacy p ON p.entity_id = e.id
        JOIN devices d ON d.id = i.device_id
        LEFT JOIN device_signs g ON g.device_id = i.device_id
        LEFT JOIN users u ON u.id = i.installed_by AND ${transaction.within(sql`u.business_id`)}
        WHERE ${transaction.within(sql`i.business_id`)} AND ${where}
      ) o`)
  }
}

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms))

const ms = (column: Sql): Sql => sql`extract(epoch FROM ${column})::float8 * 1000`
const fixes = sql`(SELECT json_agg(json_build_object('positionedAt', ${ms(sql`f.positioned_at`)},
    'receivedAt', ${ms(sql`f.received_at`)}, 'validity', f.validity, 'latitude', f.latitude, 'longitude', f.longitude,
    'satellites', f.satellites, 'hdop', f.hdop, 'externalBatteryMv', f.external_battery_mv))
  FROM device_fixes_in_scope(o.device_id, o.told_from, ${LOOKED_AT_FIXES}) f)`
