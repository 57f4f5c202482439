import type { Outlet } from './replies.js'

/** Line: the transport of a dialogue. It is a TCP connection, or the datagrams of one sender. */
export interface Line extends Outlet {
  readonly remoteAddress: string
  readonly lastReadAt: number
  readonly isOpen: boolean
  /** SHA-256 of the certificate that the peer presented, in hexadecimal. Absent if the certificate is not trusted. */
  readonly clientCertificate?: string | undefined
  /** Writes a reply to a peer that is not admitted. Such a reply confirms nothing. */
  refuse(bytes: Buffer): void
  close(reason: string): void
  /** Stops reading. Closes the line when everything received has its reply. */
  closeWhenAnswered(reason: string): void
  /** Called when the first tracker is admitted. */
  admitted(): void
  /** Continues after a wait with the frames that were received meanwhile. */
  proceed(): void
}
