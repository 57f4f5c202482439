import type { SessionState } from '../protocol.js'

/** One text message. Its first fields are the vendor's letters and the sender's id. */
export interface Message {
  maker: string
  id: string
  fields: readonly string[]
  session: SessionState
}
