/** Counts the frames of one connection second by second. */
export class FrameRate {
  #second = 0
  #frames = 0

  constructor(private readonly framesPerSecond: number) {}

  /** Counts one more. @returns whether it is beyond what any tracker sends. */
  exceeds(now: number): boolean {
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#frames = 0
    }
    return ++this.#frames > this.framesPerSecond
  }
}
