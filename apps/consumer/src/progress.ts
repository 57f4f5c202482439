import type { PartitionClaim } from '@roadbook/track-store'

/**
 * Progress of one partition, and the messages that are suspect: their fixes may have been stored by a process that crashed before
 * it cut them into trips. A suspect message's fixes are cut in even if they are stored already. Stored fixes of other messages
 * are mere repeats and are ignored.
 */
export class Progress {
  constructor(readonly claim: PartitionClaim) {}

  /**
   * Notes that the waypoints of these messages are about to be written together with the claim.
   * @returns whether one of the messages is suspect; after a failed attempt all of them are.
   */
  begin(first: bigint, last: bigint): boolean {
    const { claim } = this
    if (first <= claim.cut) this.goBack(first)
    const isSuspect = first <= claim.written && last > claim.cut
    if (last > claim.written) claim.written = last
    return isSuspect
  }

  /** Notes that everything up to `last` is in the saved trips. */
  saved(last: bigint): void {
    if (last > this.claim.cut) this.claim.cut = last
  }

  /**
   * Resets the progress when the log is read again from `first`, or is another log. The trips keep everything already cut in.
   */
  private goBack(first: bigint): void {
    const { claim } = this
    const before = first - 1n
    if (claim.written <= claim.cut) claim.written = before
    claim.cut = before
  }
}
