/** Readings that a viewer has not seen yet, and the delays with which it saw other readings. */
export class Lateness {
  readonly #waiting = new Map<number, { positionedAt: number; reportedAt: number }[]>()
  #delays: number[] = []

  /** Records a reading that a tracker must now send. */
  reported(entityId: number, positionedAt: number): void {
    const waiting = this.#waiting.get(entityId)
    const reading = { positionedAt, reportedAt: performance.now() }
    if (waiting) waiting.push(reading)
    else this.#waiting.set(entityId, [reading])
  }

  /** Records that the viewer sees a vehicle's reading of this time. Older readings of the vehicle count as seen, too. */
  saw(entityId: number, positionedAt: number): void {
    const waiting = this.#waiting.get(entityId)
    const now = performance.now()
    while (waiting?.[0] && waiting[0].positionedAt <= positionedAt) this.#delays.push(now - waiting.shift()!.reportedAt)
  }

  /** Returns the age of the oldest reading that was not seen yet, in milliseconds. 0 if all readings were seen. */
  oldestMs(): number {
    const now = performance.now()
    let oldest = 0
    for (const [first] of this.#waiting.values()) if (first) oldest = Math.max(oldest, now - first.reportedAt)
    return oldest
  }

  /** Number of readings that the viewer has not seen yet. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, readings) => sum + readings.length, 0)
  }

  /** Returns statistics of the delays since the last call, in milliseconds. */
  take(): { seen: number; p50: number; p99: number; worst: number } {
    const delays = this.#delays.toSorted((one, other) => one - other)
    this.#delays = []
    const at = (share: number) => Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0)
    return { seen: delays.length, p50: at(0.5), p99: at(0.99), worst: at(1) }
  }
}
