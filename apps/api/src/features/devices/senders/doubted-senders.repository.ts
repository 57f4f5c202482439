import { Injectable } from '@nestjs/common'
import type { KeptAsideFor, NetworkStanding } from '@roadbook/contracts'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

export interface SenderRow {
  id: number
  reason: KeptAsideFor
  protocol: string
  network: string
  certificate: string | null
  packets: number
  packets_not_kept: number
  fixes: number
  first_at: Date
  last_at: Date
  positioned_at: Date | null
  latitude: number | null
  longitude: number | null
  /** Standing of a newcomer's network: how far the network is trusted. */
  standing: NetworkStanding | null
}

@Injectable()
export class DoubtedSendersRepository {
  /** Finds the senders of a device that wait for review, newest first. */
  findOpen(transaction: ScopedTransaction, deviceId: number): Promise<SenderRow[]> {
    return transaction.rows<SenderRow>(sql`SELECT s.id, s.reason, s.protocol, s.network, s.certificate, s.packets,
        s.packets_not_kept, s.fixes, s.first_at, s.last_at, s.positioned_at, s.latitude / 1e7::float8 AS latitude, s.longitude / 1e7::float8 AS longitude,
        n.standing
      FROM doubted_senders s JOIN devices d ON d.id = s.device_id AND d.business_id = s.business_id
      LEFT JOIN tracker_networks n ON n.device_id = s.device_id AND n.network = s.newcomer_network
      WHERE s.device_id = ${deviceId} AND s.decision IS NULL AND ${transaction.within(sql`s.business_id`)}
      ORDER BY s.last_at DESC, s.id DESC LIMIT 100`)
  }

  /** @returns the sender; undefined if it was no longer waiting */
  decide(
    transaction: ScopedTransaction,
    { deviceId, senderId, decision, userId }: { deviceId: number; senderId: number; decision: Decision; userId: number },
  ): Promise<(Pick<SenderRow, 'reason' | 'protocol' | 'network' | 'certificate'> & Newcomer) | undefined> {
    return transaction.row(sql`UPDATE doubted_senders s SET decision = ${decision}, decided_at = now(), decided_by = ${userId}
      WHERE s.id = ${senderId} AND s.device_id = ${deviceId} AND s.decision IS NULL AND ${transaction.within(sql`s.business_id`)}
      RETURNING s.reason, s.protocol, s.network, s.certificate, s.newcomer_network`)
  }

  /**
   * Accepts or refuses a newcomer's network for good. Applies the decision to the other waiting senders in the network too.
   * Also ends a dispute about the network.
   */
  async settle(
    transaction: ScopedTransaction,
    { deviceId, network, decision, userId }: { deviceId: number; network: string; decision: Decision; userId: number },
  ): Promise<void> {
    const standing = decision === 'accepted' ? 'known' : 'refused'
    await transaction.rows(sql`UPDATE doubted_senders s SET decision = ${decision}, decided_at = now(), decided_by = ${userId}
      WHERE s.device_id = ${deviceId} AND s.newcomer_network = ${network} AND s.decision IS NULL AND ${transaction.within(sql`s.business_id`)}`)
    await transaction.rows(sql`INSERT INTO tracker_networks (device_id, network, standing, first_at, since)
      SELECT d.id, ${network}, ${standing}, now(), now() FROM devices d
      WHERE d.id = ${deviceId} AND ${transaction.within(sql`d.business_id`)}
      ON CONFLICT (device_id, network) DO UPDATE SET standing = excluded.standing, since = now(), updated_at = clock_timestamp()`)
    await transaction.rows(sql`UPDATE tracker_disputes p SET ended_at = now()
      WHERE p.device_id = ${deviceId} AND p.network = ${network} AND p.ended_at IS NULL AND ${transaction.within(sql`p.business_id`)}`)
  }

  /**
   * Sets the device's pins. Pins are the protocol, network and certificate that a sender must have. A null protocol stays
   * unchanged. A null network or certificate removes the pin.
   */
  async bind(
    transaction: ScopedTransaction,
    deviceId: number,
    { protocol, ...pins }: { protocol: string | null; network: string | null; certificate: string | null },
  ): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET bound_protocol = coalesce(${protocol}, d.bound_protocol),
        protocol = coalesce(${protocol}, d.protocol), source_network = ${pins.network}::cidr,
        client_certificate = ${pins.certificate}, updated_at = clock_timestamp()
      WHERE d.id = ${deviceId} AND ${transaction.within(sql`d.business_id`)}`)
  }
}

interface Newcomer {
  newcomer_network: string | null
}

export type Decision = 'accepted' | 'refused'
