import { MAX_STRANGERS, MAX_STRANGERS_OF_ADDRESS } from '../live-limits.js'

interface Stranger {
  makeRoom(): void
}

/**
 * Unauthenticated sockets. A real client authenticates immediately, so a socket that stays unauthenticated may be closed to
 * make room. If one address already has its maximum, its oldest socket is closed. If there are too many in total, the oldest
 * socket is closed. The maximum per address prevents one address from keeping others out.
 */
export class LiveStrangers<S extends Stranger> {
  /** Address of each socket, in order of arrival. */
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
