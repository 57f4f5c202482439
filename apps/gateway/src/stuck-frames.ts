import { crc32 } from 'node:zlib'

/** Trackers remembered at once; more are forgotten from the oldest on, and counted anew. */
const TRACKERS = 10_000
/** So often the very same damaged bytes are an accident of the network; more often the tracker itself writes them wrong. */
export const STUCK_AFTER = 5

/**
 * Damaged frames are not answered, so that the tracker sends them again. A tracker whose own checksum is wrong would send the
 * same bytes for ever, and everything behind them would wait: here they are counted, across its connections.
 */
export class StuckFrames {
  readonly #last = new Map<string, { digest: number; times: number }>()

  /** Notes one more damaged frame. @returns whether these bytes have now come too often to wait for better ones. */
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
