import type { RowOf } from '../../http/told.js'
import type { CommandDto, CommandFailure, CommandState } from './dto/command.dto.js'

/** A tracker that a command is asked for. */
export interface CommandDeviceRow {
  id: number
  imei: string | null
  /** What it spoke last; null until it has connected. */
  protocol: string | null
  entity_id: number | null
  /** Whose the command will be. */
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
  /** When Bluetooth is to be switched off; null when nothing is planned any more. */
  undo_at: Date | null
  failure: CommandFailure | null
  failure_detail: string | null
  /** Asking again now would ask for the same. */
  is_active: boolean
}
