/**
 * Records the time of the last progress. Progress means that a batch began or advanced, that a step of the pipeline waited
 * and tried again, or that a checkpoint was written.
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
