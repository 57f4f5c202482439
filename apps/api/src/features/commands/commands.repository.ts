import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { CommandDeviceRow, CommandRow } from './command.row.js'
import { commandRows } from './command-list.js'

/** Command to add. */
export interface NewCommand {
  text: string
  expiresInS: number
  idempotencyKey: string | null
}

@Injectable()
export class CommandsRepository {
  /** Finds a device in scope, unless it is on a vehicle of another business. */
  findDevice(transaction: ScopedTransaction, id: number): Promise<CommandDeviceRow | undefined> {
    return transaction.row<CommandDeviceRow>(sql`SELECT d.id, d.imei, d.protocol, i.entity_id,
        coalesce(i.business_id, d.business_id) AS business_id
      FROM devices d
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} AND NOT EXISTS (
        SELECT 1 FROM device_periods_in_scope(d.id) period WHERE period.removed_at IS NULL AND NOT period.is_own
      )`)
  }

  findOne(transaction: ScopedTransaction, caller: Caller, deviceId: number, id: number): Promise<CommandRow | undefined> {
    return transaction.row<CommandRow>(sql`${commandRows(transaction, [id], caller)} AND c.device_id = ${deviceId}`)
  }

  /** Finds the command that the caller added earlier with this Idempotency-Key. */
  findAsked(transaction: ScopedTransaction, caller: Caller, key: string) {
    return transaction.row<{ id: number; device_id: number; text: string | null }>(
      sql`SELECT c.id, c.device_id, c.text FROM device_commands c
        WHERE c.requested_by = ${caller.userId} AND c.idempotency_key = ${key} AND ${transaction.within(sql`c.business_id`)}`,
    )
  }

  async countQueued(transaction: ScopedTransaction, deviceId: number): Promise<number> {
    const counted = await transaction.row<{ queued: number }>(sql`SELECT count(*) AS queued FROM device_commands c
      WHERE c.device_id = ${deviceId} AND c.state = 'queued' AND ${transaction.within(sql`c.business_id`)}`)
    return counted?.queued ?? 0
  }

  /** @returns the new id; undefined when a concurrent request used the key */
  async add(
    transaction: ScopedTransaction,
    caller: Caller,
    device: CommandDeviceRow,
    { text, expiresInS, idempotencyKey }: NewCommand,
  ): Promise<number | undefined> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO device_commands
        (device_id, entity_id, business_id, kind, text, requested_by, idempotency_key, expires_at)
      VALUES (${device.id}, ${device.entity_id}, ${device.business_id}, 'text', ${text}, ${caller.userId}, ${idempotencyKey},
        now() + make_interval(secs => ${expiresInS}))
      ON CONFLICT (requested_by, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
      RETURNING id`)
    return added?.id
  }

  /** @returns true if the command was still queued. Users cannot cancel the command that undoes a locate request. */
  async cancel(transaction: ScopedTransaction, deviceId: number, id: number): Promise<boolean> {
    const cancelled = await transaction.row(sql`UPDATE device_commands c SET state = 'cancelled', ended_at = now()
      WHERE c.id = ${id} AND c.device_id = ${deviceId} AND c.state = 'queued' AND c.kind <> 'undo'
        AND ${transaction.within(sql`c.business_id`)}
      RETURNING c.id`)
    return cancelled !== undefined
  }
}
