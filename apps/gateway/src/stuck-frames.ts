import { crc32 } from 'node:zlib'

/**
 * Maximum number of trackers remembered. If there are more, the tracker whose last damaged frame is oldest is forgotten, and
 * its count starts again at zero.
 */
const TRACKERS = 10_000
/** Number of consecutive identical damaged frames after which the tracker itself, and not the network, counts as the cause. */
export const STUCK_AFTER = 5

/**
 * Counts identical damaged frames per tracker, across its connections. Damaged frames are not acknowledged, so that the
 * tracker sends them again. If the tracker itself computes a wrong checksum, it would send the same frame for ever, and all
 * its later frames would wait.
 */
export class StuckFrames {
  readonly #last = new Map<string, { digest: number; times: number }>()

  /**
   * Counts one more damaged frame.
   * @returns true if the same bytes came so often that the tracker's own checksum must be wrong
   */
  isStuck(imei: string, frame: Buffer): boolean {
    const digest = crc32(frame) + frame.length * 2 ** 32
    const before = this.#last.get(imei)
    const times = before?.digest === digest ? before.times + 1 : 1
    this.#last.delete(imei)
    if (times >= STUCK_AFTER) return true
    this.#last.set(imei, { digest, times })
    if (this.#last.size > TRACKERS) this.#last.delete(this.#last.keys().next().value as string)
    return false
  }
}
