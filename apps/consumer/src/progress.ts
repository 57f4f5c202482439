import type { PartitionClaim } from '@roadbook/track-store'

/**
 * Progress of one partition. It shows which messages are suspect. A message is suspect if a process may have stored its fixes
 * and then crashed before it added the fixes to trips. So if a fix is stored already, it is handled in one of two ways. A fix
 * of a suspect message is added to the trips. A fix of any other message is a repeat and is ignored.
 */
export class Progress {
  constructor(readonly claim: PartitionClaim) {}

  /**
   * Records that the waypoints of these messages are about to be written, together with the claim of this process to the
   * partition.
   * @returns true if one of the messages is suspect. If writing fails and the messages are written again, all of them are
   *   suspect
   */
  begin(first: bigint, last: bigint): boolean {
    const { claim } = this
    if (first <= claim.cut) this.goBack(first)
    const isSuspect = first <= claim.written && last > claim.cut
    if (last > claim.written) claim.written = last
    return isSuspect
  }

  /** Records that the saved trips include everything up to `last`. */
  saved(last: bigint): void {
    if (last > this.claim.cut) this.claim.cut = last
  }

  /** Sets the progress back if the log is read again from `first`, or if it is a new log. The stored trips stay as they are. */
  private goBack(first: bigint): void {
    const { claim } = this
    const before = first - 1n
    if (claim.written <= claim.cut) claim.written = before
    claim.cut = before
  }
}
