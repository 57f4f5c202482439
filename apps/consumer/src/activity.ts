/**
 * Records the time of the last progress: a batch began or advanced, a step of the pipeline waited and retried, or a checkpoint
 * was written.
 */
export class Activity {
  #at = performance.now()

  note(): void {
    this.#at = performance.now()
  }

  get quietMs(): number {
    return performance.now() - this.#at
  }
}
