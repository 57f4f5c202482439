import type { Fix } from '@roadbook/contracts'

/** Which of the buffered records a tracker sends first. */
export type RecordOrder = 'oldestFirst' | 'newestFirst'

/** One packet on its way; resent with these very bytes until it is acknowledged. */
export interface InFlight {
  bytes: Buffer
  fixes: readonly Fix[]
}

/** What a tracker has recorded and the server has not yet confirmed. Nothing leaves it unacknowledged. */
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

  /** The packet to send now: the unacknowledged one if there is one. */
  next(): InFlight | undefined {
    if (this.#inFlight || this.#records.length === 0) return this.#inFlight
    const isNewestFirst = this.order === 'newestFirst'
    const from = isNewestFirst ? Math.max(0, this.#records.length - this.recordsPerPacket) : 0
    const fixes = this.#records.splice(from, this.recordsPerPacket)
    if (isNewestFirst) fixes.reverse()
    this.#inFlight = { bytes: this.encode(fixes), fixes }
    return this.#inFlight
  }

  /** Forgets the packet on its way and returns what it held. */
  confirm(): readonly Fix[] {
    const fixes = this.#inFlight?.fixes ?? []
    this.#inFlight = undefined
    return fixes
  }
}
