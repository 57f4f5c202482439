/** Maximum time of work between two pauses, in milliseconds. */
const TURN_MS = 20

/** Gives other requests their turn after each short time of work, so that a large file does not hold them up. */
export class Pace {
  #began = performance.now()

  /** True if it is time for a pause. Ask this after each small piece of work. */
  get isOver(): boolean {
    return performance.now() - this.#began >= TURN_MS
  }

  /** Lets other requests go first. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#began = performance.now()
  }
}
