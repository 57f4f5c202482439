import type { RowOf } from '../../http/api-row.js'
import type { CommandDto, CommandFailure, CommandState } from './dto/command.dto.js'

/** Tracker that a command is for. */
export interface CommandDeviceRow {
  id: number
  imei: string | null
  /** Protocol that the tracker used last; null before its first connection. */
  protocol: string | null
  entity_id: number | null
  /** Business that the command will belong to. */
  business_id: number
}

export type CommandRow = RowOf<CommandDto, 'not_before'>

export interface LocateRow {
  id: number
  state: CommandState
  created_at: Date
  expires_at: Date
  sent_at: Date | null
  replied_at: Date | null
  /** Time when Bluetooth will be switched off; null when that is not planned. */
  undo_at: Date | null
  failure: CommandFailure | null
  failure_detail: string | null
  /** True while the request is pending or Bluetooth is on. Another request would then have no effect. */
  is_active: boolean
}
