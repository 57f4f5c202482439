import type { SessionState } from '../protocol.js'

/** One text message, with the vendor's letters (`maker`) and the sender's id. */
export interface Message {
  maker: string
  id: string
  fields: readonly string[]
  session: SessionState
}
