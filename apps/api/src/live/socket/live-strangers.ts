import { MAX_STRANGERS, MAX_STRANGERS_OF_ADDRESS } from '../live-limits.js'

interface Stranger {
  makeRoom(): void
}

/**
 * Sockets that have not said yet who they are. Whoever wants in says so at once, so where there are too many the one that has
 * been silent for longest makes room for the newest: of the same address first, so that nobody keeps others out.
 */
export class LiveStrangers<S extends Stranger> {
  /** In the order in which they came. */
  readonly #addresses = new Map<S, string>()
  readonly #byAddress = new Map<string, Set<S>>()

  add(stranger: S, address: string): void {
    const neighbours = this.#byAddress.get(address) ?? new Set()
    if (neighbours.size >= MAX_STRANGERS_OF_ADDRESS) this.dismissFirst(neighbours)
    else if (this.#addresses.size >= MAX_STRANGERS) this.dismissFirst(this.#addresses.keys())
    this.#addresses.set(stranger, address)
    this.#byAddress.set(address, neighbours.add(stranger))
  }

  delete(stranger: S): void {
    const address = this.#addresses.get(stranger)
    if (address === undefined) return
    this.#addresses.delete(stranger)
    const neighbours = this.#byAddress.get(address)
    neighbours?.delete(stranger)
    if (neighbours?.size === 0) this.#byAddress.delete(address)
  }

  private dismissFirst(strangers: Iterable<S>): void {
    for (const first of strangers) {
      this.delete(first)
      return first.makeRoom()
    }
  }
}
