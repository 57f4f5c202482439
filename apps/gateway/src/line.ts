import type { Outlet } from './replies.js'

/** What carries a dialogue: a TCP connection, or one sender's datagrams. */
export interface Line extends Outlet {
  readonly remoteAddress: string
  readonly lastReadAt: number
  readonly isOpen: boolean
  /** SHA-256 of the certificate that the peer showed and that we trust, hexadecimal. */
  readonly clientCertificate?: string | undefined
  /** Writes what is no confirmation to somebody who is not admitted. */
  refuse(bytes: Buffer): void
  close(reason: string): void
  /** Takes in nothing more and closes once everything that was taken in is answered. */
  closeWhenAnswered(reason: string): void
  /** The first tracker was admitted. */
  admitted(): void
  /** Nothing is waited for any more: go on with what came meanwhile. */
  proceed(): void
}
