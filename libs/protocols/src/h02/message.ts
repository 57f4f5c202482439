import type { SessionState } from '../protocol.js'

/** One text message, its fields from the maker's letters on, and who sent it. */
export interface Message {
  maker: string
  id: string
  fields: readonly string[]
  session: SessionState
}
