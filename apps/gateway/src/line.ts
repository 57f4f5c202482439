import type { Outlet } from './replies.js'

/** Line: the transport of a dialogue, which is a TCP connection or the datagrams of one sender. */
export interface Line extends Outlet {
  readonly remoteAddress: string
  readonly lastReadAt: number
  readonly isOpen: boolean
  /** SHA-256 of the certificate that the peer presented, hexadecimal. Absent when the certificate is not trusted. */
  readonly clientCertificate?: string | undefined
  /** Writes an answer to a peer that is not admitted. Such an answer confirms nothing. */
  refuse(bytes: Buffer): void
  close(reason: string): void
  /** Stops reading, and closes the line once everything received is answered. */
  closeWhenAnswered(reason: string): void
  /** Called when the first tracker is admitted. */
  admitted(): void
  /** Continues after a wait, with the frames received meanwhile. */
  proceed(): void
}
