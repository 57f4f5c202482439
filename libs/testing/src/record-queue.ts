import type { Fix } from '@roadbook/contracts'

/** Order in which a tracker sends its buffered records. */
export type RecordOrder = 'oldestFirst' | 'newestFirst'

/** One packet that was sent. Until it is acknowledged, the same bytes are sent again. */
export interface InFlight {
  bytes: Buffer
  fixes: readonly Fix[]
}

/** Fixes that a tracker has recorded and the server has not acknowledged. A fix is removed only when it is acknowledged. */
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

  /** Returns the packet to send now. If an earlier packet is not yet acknowledged, this is the earlier packet. */
  next(): InFlight | undefined {
    if (this.#inFlight || this.#records.length === 0) return this.#inFlight
    const isNewestFirst = this.order === 'newestFirst'
    const from = isNewestFirst ? Math.max(0, this.#records.length - this.recordsPerPacket) : 0
    const fixes = this.#records.splice(from, this.recordsPerPacket)
    if (isNewestFirst) fixes.reverse()
    this.#inFlight = { bytes: this.encode(fixes), fixes }
    return this.#inFlight
  }

  /** Removes the packet that was sent and returns its fixes. */
  confirm(): readonly Fix[] {
    const fixes = this.#inFlight?.fixes ?? []
    this.#inFlight = undefined
    return fixes
  }
}
