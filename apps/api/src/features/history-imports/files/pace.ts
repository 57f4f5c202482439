/** Maximum milliseconds of work between two pauses. */
const TURN_MS = 20

/** Interrupts long work with frequent pauses, so that other requests do not wait for a large file. */
export class Pace {
  #began = performance.now()

  /** True if a pause is due. Check this after each small piece of work. */
  get isOver(): boolean {
    return performance.now() - this.#began >= TURN_MS
  }

  /** Lets other requests run, and then continues. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#began = performance.now()
  }
}
