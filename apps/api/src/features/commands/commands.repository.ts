import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { CommandDeviceRow, CommandRow } from './command.row.js'
import { COMMAND_LIST } from './command-list.js'

/** An answer to a command may hold coordinates, so it is hidden like them; also when the vehicle is out of sight by now. */
const columns = (caller: Caller): Sql => {
  const hidden = sql`(c.entity_id IS NOT NULL AND coalesce(${locationHidden(caller)}, TRUE))`
  return sql`c.id, c.device_id, c.entity_id, c.kind, c.text, c.state, c.created_at, c.not_before, c.expires_at, c.sent_at,
    c.replied_at, c.ended_at, CASE WHEN NOT ${hidden} THEN c.reply END AS reply, ${hidden} AS location_hidden, c.failure,
    c.failure_detail, c.undo_of,
    (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = c.requested_by) AS requested_by`
}

const history = (transaction: ScopedTransaction, deviceId: number): Sql => sql`FROM device_commands c
  LEFT JOIN entity_privacy p ON p.entity_id = c.entity_id
  WHERE c.device_id = ${deviceId} AND ${transaction.within(sql`c.business_id`)}`

const listSource = (transaction: ScopedTransaction, deviceId: number): ListSource => ({
  key: sql`c.id`,
  from: sql`FROM device_commands c`,
  where: sql`c.device_id = ${deviceId} AND ${transaction.within(sql`c.business_id`)}`,
})

/** A command that is asked for. */
export interface NewCommand {
  text: string
  expiresInS: number
  idempotencyKey: string | null
}

@Injectable()
export class CommandsRepository {
  /** A device in scope that is not on somebody else's vehicle. */
  findDevice(transaction: ScopedTransaction, id: number): Promise<CommandDeviceRow | undefined> {
    return transaction.row<CommandDeviceRow>(sql`SELECT d.id, d.imei, d.protocol, i.entity_id,
        coalesce(i.business_id, d.business_id) AS business_id
      FROM devices d
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} AND NOT EXISTS (
        SELECT 1 FROM device_periods_in_scope(d.id) period WHERE period.removed_at IS NULL AND NOT period.is_own
      )`)
  }

  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    deviceId: number,
    criteria: ListCriteria,
  ): Promise<{ rows: CommandRow[]; total: number }> {
    const { keys, total } = await findPageKeys<number>(transaction, listSource(transaction, deviceId), criteria, COMMAND_LIST)
    const rows = await transaction.rows<CommandRow>(
      sql`SELECT ${columns(caller)} ${history(transaction, deviceId)} AND c.id = ANY (${keys}::bigint[])`,
    )
    return { rows: inOrderOf(keys, rows, ({ id }) => id), total }
  }

  findOne(transaction: ScopedTransaction, caller: Caller, deviceId: number, id: number): Promise<CommandRow | undefined> {
    return transaction.row<CommandRow>(sql`SELECT ${columns(caller)} ${history(transaction, deviceId)} AND c.id = ${id}`)
  }

  /** What the caller asked for under this key before. */
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

  /** @returns its id; undefined when the same key was used in the same moment. */
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

  /** @returns whether it was still queued. What takes a locate back is not for people to cancel. */
  async cancel(transaction: ScopedTransaction, deviceId: number, id: number): Promise<boolean> {
    const cancelled = await transaction.row(sql`UPDATE device_commands c SET state = 'cancelled', ended_at = now()
      WHERE c.id = ${id} AND c.device_id = ${deviceId} AND c.state = 'queued' AND c.kind <> 'undo'
        AND ${transaction.within(sql`c.business_id`)}
      RETURNING c.id`)
    return cancelled !== undefined
  }
}
