import type { RowOf } from '../../http/api-row.js'
import type { CommandDto, CommandFailure, CommandState } from './dto/command.dto.js'

/** Tracker to which a command is sent. */
export interface CommandDeviceRow {
  id: number
  imei: string | null
  /** Protocol that the tracker used last; null until it has connected. */
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
  /** Time at which Bluetooth will be switched off; null when that is not planned. */
  undo_at: Date | null
  failure: CommandFailure | null
  failure_detail: string | null
  /** The request is pending or Bluetooth is on, so a new request would have no effect. */
  is_active: boolean
}
