import type { CommandRow, LocateRow } from './command.row.js'
import type { CommandDto } from './dto/command.dto.js'
import type { LocateDto } from './dto/locate.dto.js'

const iso = (time: Date | null) => time?.toISOString() ?? null

export const toCommandResponse = (row: CommandRow): CommandDto => ({
  id: row.id,
  device_id: row.device_id,
  entity_id: row.entity_id,
  kind: row.kind,
  text: row.text,
  state: row.state,
  requested_by: row.requested_by,
  created_at: row.created_at.toISOString(),
  not_before: row.not_before.toISOString(),
  expires_at: row.expires_at.toISOString(),
  sent_at: iso(row.sent_at),
  replied_at: iso(row.replied_at),
  ended_at: iso(row.ended_at),
  reply: row.reply,
  location_hidden: row.location_hidden,
  failure: row.failure,
  failure_detail: row.failure_detail,
  undo_of: row.undo_of,
})

/** A locate that reached the tracker has switched Bluetooth on until it is taken back. */
export const toLocateResponse = (row: LocateRow | undefined): LocateDto => ({
  command_id: row?.id ?? null,
  state: row?.state ?? 'none',
  requested_at: iso(row?.created_at ?? null),
  expires_at: iso(row?.expires_at ?? null),
  sent_at: iso(row?.sent_at ?? null),
  acknowledged_at: row?.state === 'acknowledged' ? iso(row.replied_at) : null,
  on_until: row && ['sent', 'acknowledged'].includes(row.state) ? iso(row.undo_at) : null,
  failure: row?.failure ?? null,
  failure_detail: row?.failure_detail ?? null,
})
