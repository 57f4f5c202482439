import type { Caller } from '../../auth/caller.js'
import { LOCATION_PERMISSION } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { toApiRow } from '../../http/api-row.js'
import { code, id, ordered, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { CommandRow } from './command.row.js'
import { CommandDto } from './dto/command.dto.js'

/**
 * Returns commands. A reply may contain coordinates, so it is hidden while the location is hidden. The place where the tracker
 * was installed at the time of the reply decides this (`may_be_told`).
 */
export const commandRows = (transaction: ScopedTransaction, ids: readonly Key[], caller: Caller): Sql => {
  const seesCases = caller.permissions.has(LOCATION_PERMISSION)
  return sql`SELECT c.id, c.device_id, c.entity_id, c.kind, c.text, c.state, c.created_at, c.not_before, c.expires_at, c.sent_at,
      c.replied_at, c.ended_at, CASE WHEN told.may_be THEN c.reply END AS reply, NOT told.may_be AS location_hidden, c.failure,
      c.failure_detail, c.undo_of,
      (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = c.requested_by) AS requested_by
    FROM device_commands c CROSS JOIN LATERAL (
      SELECT may_be_told(c.device_id, coalesce(c.replied_at, c.sent_at, c.created_at), ${seesCases}::boolean) AS may_be
    ) told
    WHERE ${transaction.within(sql`c.business_id`)} AND c.id = ANY (${[...ids]}::bigint[])`
}

/** The list of a device's commands. The list's own parameter is the device's id. Alias: c command. */
export const COMMAND_LIST = defineList<CommandRow, CommandDto, number>({
  name: 'commands',
  objectType: 'device',
  plural: 'commands of a device',
  permission: 'read:business-management',
  description: 'Lists the commands that were sent to a tracker or are queued for it, with their answers.',
  dto: CommandDto,
  toDto: toApiRow,
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
