import type { Durable } from '../publisher.js'

/** Resolves when one message is durable. It stays open when the process ends before. */
export class Receipt implements Durable {
  #resolve: () => void = () => undefined
  readonly whenDurable = new Promise<void>((resolve) => (this.#resolve = resolve))

  durable(): void {
    this.#resolve()
  }
}
