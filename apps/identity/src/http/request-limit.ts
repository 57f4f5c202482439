const WINDOW_MS = 60_000

/** Counts requests by address, per minute. Each new minute starts from zero. */
export class RequestLimit {
  #minute = 0
  #counts = new Map<string, number>()

  constructor(private readonly perMinute: number) {}

  /** @returns the seconds to wait when the address has reached its limit, else undefined */
  take(address: string, nowMs = Date.now()): number | undefined {
    const minute = Math.floor(nowMs / WINDOW_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count > this.perMinute ? Math.ceil(((minute + 1) * WINDOW_MS - nowMs) / 1_000) : undefined
  }
}
