import type { SessionState } from '../protocol.js'

/** One text message: its fields from the vendor's letters on, and its sender. */
export interface Message {
  maker: string
  id: string
  fields: readonly string[]
  session: SessionState
}
