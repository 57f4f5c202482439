import type { PartitionClaim } from '@roadbook/track-store'

/**
 * How far one partition is, and which of its messages are suspect: their fixes may have been stored by somebody who did not
 * live to cut them into trips. A fix of such a message that is stored already is cut in all the same; of any other message it
 * only came again, and nothing is to be done.
 */
export class Progress {
  constructor(readonly claim: PartitionClaim) {}

  /**
   * The waypoints of these messages are about to be written, and the claim is to be noted with them.
   * @returns whether one of the messages is suspect; after a failed attempt all of them are.
   */
  begin(first: bigint, last: bigint): boolean {
    const { claim } = this
    if (first <= claim.cut) this.goBack(first)
    const isSuspect = first <= claim.written && last > claim.cut
    if (last > claim.written) claim.written = last
    return isSuspect
  }

  /** Everything up to `last` is in the saved trips. */
  saved(last: bigint): void {
    if (last > this.claim.cut) this.claim.cut = last
  }

  /** The log is read again from `first`, or is another log. What was cut in stays so; from here on it is counted anew. */
  private goBack(first: bigint): void {
    const { claim } = this
    const before = first - 1n
    if (claim.written <= claim.cut) claim.written = before
    claim.cut = before
  }
}
