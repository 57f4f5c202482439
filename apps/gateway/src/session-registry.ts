/** What the registry needs to know of a session. */
export interface Registered {
  readonly remoteAddress: string
  /** Told when a newer login of the same IMEI took its place. */
  replaced(): void
}

export type Registration = 'first' | 'takeover' | 'conflict'

interface Holder {
  session: Registered
  /** Whose it was before the taking over began: in a conflict this address keeps winning. */
  trustedAddress: string
  takeovers: { at: number; address: string }[]
}

const MINUTE_MS = 60_000

/**
 * Which session speaks for an IMEI: the newest login, because half-open sockets are normal on mobile networks. When an
 * IMEI is taken over too often from different addresses somebody else is using it: the address that held it first keeps
 * it, the newcomer is served but its data is quarantined.
 */
export class SessionRegistry {
  readonly #holders = new Map<string, Holder>()

  constructor(private readonly takeoversPerMinute: number) {}

  get size(): number {
    return this.#holders.size
  }

  /** @param now milliseconds since 1970 UTC */
  register(imei: string, session: Registered, now: number): Registration {
    const holder = this.#holders.get(imei)
    if (!holder) {
      this.#holders.set(imei, { session, trustedAddress: session.remoteAddress, takeovers: [] })
      return 'first'
    }
    holder.takeovers = holder.takeovers.filter(({ at }) => at > now - MINUTE_MS)
    if (holder.takeovers.length === 0) holder.trustedAddress = holder.session.remoteAddress
    holder.takeovers.push({ at: now, address: session.remoteAddress })
    if (this.#isConflict(holder) && session.remoteAddress !== holder.trustedAddress) return 'conflict'
    const older = holder.session
    holder.session = session
    older.replaced()
    return 'takeover'
  }

  /** Forgets a session that ended, unless another holds its IMEI by now. */
  release(imei: string, session: Registered, _now: number): void {
    if (this.#holders.get(imei)?.session === session) this.#holders.delete(imei)
  }

  #isConflict({ takeovers, trustedAddress }: Holder): boolean {
    return takeovers.length > this.takeoversPerMinute && takeovers.some(({ address }) => address !== trustedAddress)
  }
}
