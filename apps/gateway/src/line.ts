import type { Outlet } from './replies.js'

/** Transport of a dialogue: a TCP connection, or one sender's datagrams. */
export interface Line extends Outlet {
  readonly remoteAddress: string
  readonly lastReadAt: number
  readonly isOpen: boolean
  /** SHA-256 of the trusted certificate that the peer presented, hexadecimal. */
  readonly clientCertificate?: string | undefined
  /** Writes an answer that confirms nothing to a peer that is not admitted. */
  refuse(bytes: Buffer): void
  close(reason: string): void
  /** Stops reading, and closes once everything received is answered. */
  closeWhenAnswered(reason: string): void
  /** Called when the first tracker is admitted. */
  admitted(): void
  /** Continues after a wait, with the frames received meanwhile. */
  proceed(): void
}
