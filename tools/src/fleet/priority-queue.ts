/** Queue of numbers by ascending priority (binary heap). */
export class PriorityQueue {
  /** Priority of the value that {@link pop} returned last. */
  poppedPriority = 0
  readonly #values: number[] = []
  readonly #priorities: number[] = []

  push(value: number, priority: number): void {
    let at = this.#values.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#priorities[parent]! <= priority) break
      this.#set(at, this.#values[parent]!, this.#priorities[parent]!)
      at = parent
    }
    this.#set(at, value, priority)
  }

  /** Removes and returns the value with the lowest priority, or −1 if there is none. */
  pop(): number {
    if (this.#values.length === 0) return -1
    const top = this.#values[0]!
    this.poppedPriority = this.#priorities[0]!
    const value = this.#values.pop()!
    const priority = this.#priorities.pop()!
    if (this.#values.length > 0) this.#sink(value, priority)
    return top
  }

  #sink(value: number, priority: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#values.length) break
      if (child + 1 < this.#values.length && this.#priorities[child + 1]! < this.#priorities[child]!) child++
      if (this.#priorities[child]! >= priority) break
      this.#set(at, this.#values[child]!, this.#priorities[child]!)
      at = child
    }
    this.#set(at, value, priority)
  }

  #set(at: number, value: number, priority: number): void {
    this.#values[at] = value
    this.#priorities[at] = priority
  }
}
