import type { Fix } from '@roadbook/contracts'

/** The buffered records that a tracker sends first. */
export type RecordOrder = 'oldestFirst' | 'newestFirst'

/** One packet in flight, resent with the same bytes until it is acknowledged. */
export interface InFlight {
  bytes: Buffer
  fixes: readonly Fix[]
}

/** Fixes recorded by a tracker and not yet confirmed by the server. Only acknowledged ones are removed. */
export class RecordQueue {
  #records: Fix[] = []
  #inFlight: InFlight | undefined

  constructor(
    private readonly order: RecordOrder,
    private readonly recordsPerPacket: number,
    private readonly encode: (fixes: readonly Fix[]) => Buffer,
  ) {}

  get size(): number {
    return this.#records.length + (this.#inFlight?.fixes.length ?? 0)
  }

  add(fixes: readonly Fix[]): void {
    for (const fix of fixes) this.#records.push(fix)
  }

  /** Returns the packet to send now: the unacknowledged one if there is one. */
  next(): InFlight | undefined {
    if (this.#inFlight || this.#records.length === 0) return this.#inFlight
    const isNewestFirst = this.order === 'newestFirst'
    const from = isNewestFirst ? Math.max(0, this.#records.length - this.recordsPerPacket) : 0
    const fixes = this.#records.splice(from, this.recordsPerPacket)
    if (isNewestFirst) fixes.reverse()
    this.#inFlight = { bytes: this.encode(fixes), fixes }
    return this.#inFlight
  }

  /** Removes the packet in flight and returns its fixes. */
  confirm(): readonly Fix[] {
    const fixes = this.#inFlight?.fixes ?? []
    this.#inFlight = undefined
    return fixes
  }
}
