import type { CommandFailure, CommandKind, CommandState } from './dto/command.dto.js'

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

export interface CommandRow {
  id: number
  device_id: number
  entity_id: number | null
  kind: CommandKind
  text: string | null
  state: CommandState
  requested_by: string | null
  created_at: Date
  not_before: Date
  expires_at: Date
  sent_at: Date | null
  replied_at: Date | null
  ended_at: Date | null
  reply: string | null
  location_hidden: boolean
  failure: CommandFailure | null
  failure_detail: string | null
  undo_of: number | null
}

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
