import type { SessionState } from '../protocol.js'

/** One text message. Its fields start with the vendor's letters. It also names its sender. */
export interface Message {
  maker: string
  id: string
  fields: readonly string[]
  session: SessionState
}
