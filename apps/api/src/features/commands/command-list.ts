import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { told } from '../../http/told.js'
import { code, id, ordered, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { CommandRow } from './command.row.js'
import { CommandDto } from './dto/command.dto.js'

/** An answer to a command may hold coordinates, so it is hidden like them; also when the vehicle is out of sight by now. */
export const commandRows = (transaction: ScopedTransaction, ids: readonly Key[], caller: Caller): Sql => {
  const hidden = sql`(c.entity_id IS NOT NULL AND coalesce(${locationHidden(caller)}, TRUE))`
  return sql`SELECT c.id, c.device_id, c.entity_id, c.kind, c.text, c.state, c.created_at, c.not_before, c.expires_at, c.sent_at,
      c.replied_at, c.ended_at, CASE WHEN NOT ${hidden} THEN c.reply END AS reply, ${hidden} AS location_hidden, c.failure,
      c.failure_detail, c.undo_of,
      (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = c.requested_by) AS requested_by
    FROM device_commands c LEFT JOIN entity_privacy p ON p.entity_id = c.entity_id
    WHERE ${transaction.within(sql`c.business_id`)} AND c.id = ANY (${[...ids]}::bigint[])`
}

/** The history of the commands of the device whose id is its own parameter. Alias: c command. */
export const COMMAND_LIST = defineList<CommandRow, CommandDto, number>({
  name: 'commands',
  of: 'device',
  permission: 'read:business-management',
  dto: CommandDto,
  toDto: told,
  key: sql`c.id`,
  from: sql`FROM device_commands c`,
  where: (transaction, _caller, { own: deviceId }) =>
    sql`c.device_id = ${deviceId} AND ${transaction.within(sql`c.business_id`)}`,
  rows: commandRows,
  columns: {
    id: id(sql`c.id`, { order: true }),
    entity_id: id(sql`c.entity_id`),
    kind: code(sql`c.kind`, { order: false }),
    state: code(sql`c.state`),
    text: text(sql`c.text`, { order: false, isPlain: true }),
    failure: code(sql`c.failure`, { order: false }),
    created_at: time(sql`c.created_at`),
    sent_at: time(sql`c.sent_at`),
    expires_at: ordered(sql`c.expires_at`),
  },
})
