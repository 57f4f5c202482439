import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles'

/** Pauses in ms after consecutive failures. If the read fails again after the last pause, it is given up. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

/**
 * Reads a file that may be unreachable for a while. All waiting reads share one pause, which grows with each failure, so that
 * a server that recovers does not get many requests at once.
 */
export class PatientSource implements Source {
  private failures = 0
  private pause: Promise<void> = Promise.resolve()

  constructor(
    private readonly source: Source,
    /** Called with false when a read is given up, and with true when one succeeds. */
    private readonly onReach: (isReached: boolean) => void,
    private readonly waited: (milliseconds: number) => Promise<void> = (milliseconds) =>
      new Promise((resolve) => setTimeout(resolve, milliseconds)),
  ) {}

  getKey(): string {
    return this.source.getKey()
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    for (;;) {
      await this.pause
      signal?.throwIfAborted()
      const failuresBefore = this.failures
      try {
        const piece = await this.source.getBytes(offset, length, signal, etag)
        this.failures = 0
        this.onReach(true)
        return piece
      } catch (error) {
        // These two cases are passed to the caller: the user has left the view, or the file has changed.
        if (signal?.aborted || error instanceof EtagMismatch) throw error
        if (this.failures === failuresBefore) this.startPause()
        if (this.failures > PAUSES_MS.length) {
          this.onReach(false)
          throw error
        }
      }
    }
  }

  private startPause(): void {
    const pause = PAUSES_MS[this.failures]
    this.failures += 1
    if (pause !== undefined) this.pause = this.waited(pause)
  }
}
