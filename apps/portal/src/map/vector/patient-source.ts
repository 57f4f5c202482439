import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles'

/** After a failure nothing is asked for so long; then once more, and after the last of them no more for this piece. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

/**
 * Reads pieces of a file that may be out of reach for a while: all that wait share one pause, which grows from failure to
 * failure, so that a server that comes back is not met by a crowd.
 */
export class PatientSource implements Source {
  private failures = 0
  private pause: Promise<void> = Promise.resolve()

  constructor(
    private readonly source: Source,
    /** Told when a piece was given up, and when one came. */
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
        // Another version of the file than the one begun, or a view that was left: the reader's matter.
        if (signal?.aborted || error instanceof EtagMismatch) throw error
        if (this.failures === failuresBefore) this.rest()
        if (this.failures > PAUSES_MS.length) {
          this.onReach(false)
          throw error
        }
      }
    }
  }

  private rest(): void {
    const pause = PAUSES_MS[this.failures]
    this.failures += 1
    if (pause !== undefined) this.pause = this.waited(pause)
  }
}
