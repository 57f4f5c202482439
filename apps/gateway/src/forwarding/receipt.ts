import type { Durable } from '../publisher.js'

/** Resolves when one message is durable. If the process ends before, it never resolves. */
export class Receipt implements Durable {
  #resolve: () => void = () => undefined
  readonly whenDurable = new Promise<void>((resolve) => (this.#resolve = resolve))

  durable(): void {
    this.#resolve()
  }
}
