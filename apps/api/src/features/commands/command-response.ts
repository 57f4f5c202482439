import type { LocateRow } from './command.row.js'
import { iso } from '../../http/iso.js'
import type { LocateDto } from './dto/locate.dto.js'

/**
 * Returns a locate request in the API's form. If the request reached the tracker, Bluetooth is on until the command that
 * undoes it is sent.
 */
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
