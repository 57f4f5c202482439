/** When something last happened: a batch began, went on, had to wait and tried again, or a checkpoint was written. */
export class Activity {
  #at = performance.now()

  note(): void {
    this.#at = performance.now()
  }

  get quietMs(): number {
    return performance.now() - this.#at
  }
}
