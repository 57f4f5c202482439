import { crc32 } from 'node:zlib'

/** Maximum trackers remembered. The oldest are forgotten first, and counted from zero again. */
const TRACKERS = 10_000
/** Repetitions of the same damaged bytes at which the tracker itself, not the network, is assumed to be the cause. */
export const STUCK_AFTER = 5

/**
 * Counts identical damaged frames per tracker, across its connections. Damaged frames are not answered, so that the tracker sends
 * them again. A tracker whose own checksum is wrong would send them without end, and everything behind them would wait.
 */
export class StuckFrames {
  readonly #last = new Map<string, { digest: number; times: number }>()

  /** Counts one more damaged frame. @returns whether these bytes have come too often to wait for better ones. */
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
