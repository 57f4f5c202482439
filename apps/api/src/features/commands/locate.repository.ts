import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { CommandDeviceRow, LocateRow } from './command.row.js'

/** Seconds after which a request expires that did not reach the tracker. The user is then asked to try again (G-83). */
const LOCATE_LIFETIME_S = 120

@Injectable()
export class LocateRepository {
  /** Returns the entity and its tracker. Without a tracker, `id` is null. */
  findEntity(
    transaction: ScopedTransaction,
    entityId: number,
  ): Promise<(Omit<CommandDeviceRow, 'id'> & { id: number | null }) | undefined> {
    return transaction.row(sql`SELECT i.device_id AS id, d.imei, d.protocol, e.id AS entity_id, e.business_id
      FROM entities e
      LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
      LEFT JOIN devices d ON d.id = i.device_id
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
  }

  /**
   * Returns the newest locate request of an entity. The request is active while it is pending or Bluetooth is on. It is not
   * active if another tracker is on the entity now.
   */
  findNewest(transaction: ScopedTransaction, entityId: number): Promise<LocateRow | undefined> {
    return transaction.row<LocateRow>(sql`SELECT c.id, c.state, c.created_at, c.expires_at, c.sent_at, c.replied_at, c.failure,
        c.failure_detail, u.not_before AS undo_at,
        i.id IS NOT NULL AND ((c.state = 'queued' AND c.expires_at > now()) OR c.state = 'sent'
          OR (c.state = 'acknowledged' AND coalesce(u.not_before > now(), FALSE))) AS is_active
      FROM device_commands c
      LEFT JOIN installations i ON i.entity_id = c.entity_id AND i.device_id = c.device_id AND i.removed_at IS NULL
      LEFT JOIN device_commands u ON u.undo_of = c.id AND u.state = 'queued'
      WHERE c.entity_id = ${entityId} AND c.kind = 'locate' AND ${transaction.within(sql`c.business_id`)}
      ORDER BY c.id DESC LIMIT 1`)
  }

  /** @returns the new id; undefined when another request is pending */
  async add(
    transaction: ScopedTransaction,
    caller: Caller,
    device: CommandDeviceRow,
    text: string | null,
  ): Promise<number | undefined> {
    // A request that has expired but is not marked as ended would block the new one, so it is ended here.
    await transaction.rows(sql`UPDATE device_commands c SET state = 'cancelled', ended_at = now()
      WHERE c.device_id = ${device.id} AND c.kind = 'locate' AND c.state = 'queued' AND c.expires_at <= now()
        AND ${transaction.within(sql`c.business_id`)}`)
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO device_commands
        (device_id, entity_id, business_id, kind, text, requested_by, expires_at)
      VALUES (${device.id}, ${device.entity_id}, ${device.business_id}, 'locate', ${text}, ${caller.userId},
        now() + make_interval(secs => ${LOCATE_LIFETIME_S}))
      ON CONFLICT (device_id) WHERE kind = 'locate' AND state = 'queued' DO NOTHING
      RETURNING id`)
    return added?.id
  }
}
