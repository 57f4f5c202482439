import type { PartitionClaim } from '@roadbook/track-store'

/**
 * Progress of one partition. It shows which messages are suspect. A message is suspect if a process may have stored its fixes
 * and crashed before the fixes were added to trips. The fixes of a suspect message are added to the trips even if they are
 * stored already. Stored fixes of other messages are repeats and are ignored.
 */
export class Progress {
  constructor(readonly claim: PartitionClaim) {}

  /**
   * Records that the waypoints of these messages are about to be written together with the claim.
   * @returns true if one of the messages is suspect. After a failed attempt all of them are suspect
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

  /**
   * Sets the progress back if the log is read again from `first`, or if it is a new log. The trips keep everything that they
   * already include.
   */
  private goBack(first: bigint): void {
    const { claim } = this
    const before = first - 1n
    if (claim.written <= claim.cut) claim.written = before
    claim.cut = before
  }
}
