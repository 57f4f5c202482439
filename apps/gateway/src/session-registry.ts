/** A session, as the registry needs it. */
export interface Registered {
  readonly remoteAddress: string
  /** Time of the last reception from the peer, in milliseconds since 1970 UTC. */
  readonly lastReadAt: number
  /** Ends the session when it may no longer represent its IMEI. */
  end(reason: string): void
}

/**
 * Result of a registration. `takeover`: an older session was ended. `conflict`: the session is served, but its packets are kept
 * aside. `sameConflict`: the same, and operators were notified within the last minute.
 */
export type Registration = 'first' | 'takeover' | 'conflict' | 'sameConflict'

interface Holder {
  session: Registered | undefined
  /** Address of the current session, or of the last one. */
  address: string
  /**
   * Time when the session began or, without a session, when it ended. Whole seconds, because V8 stores a fraction in a separate
   * object.
   */
  sinceS: number
  /** The address that has held this IMEI longest, and for how long. */
  home: string
  homeS: number
  /** Changes of address within the last minute, up to the number that matters. */
  moves: number[] | undefined
  conflict: Conflict | undefined
}

interface Conflict {
  reportedAt: number
  countedSince: number
  /** Logins by address since then, and in the minute before, so that the start of a new minute does not clear them. */
  logins: Map<string, number>
  before: Map<string, number>
}

const MINUTE_MS = 60_000
/** Seconds for which the address of a disconnected tracker is remembered. */
const REMEMBER_S = 24 * 3_600
/** Maximum addresses counted in one conflict. More would only help somebody who invents them. */
const ADDRESSES = 32

/**
 * Decides which session represents an IMEI. The newest login does, because half-open sockets are normal on mobile networks. If an
 * IMEI changes between addresses too often, another sender is using it. Then the address that held it longest keeps it, and
 * newcomers are kept aside for at most a minute. After that they must reconnect and are judged again. The trusted address loses
 * its trust when it is silent, or when it keeps logging in itself.
 */
export class SessionRegistry {
  readonly #holders = new Map<string, Holder>()
  readonly #aside = new Map<Registered, number>()
  #online = 0

  constructor(private readonly takeoversPerMinute: number) {}

  /** Number of IMEIs with a session. */
  get size(): number {
    return this.#online
  }

  find(imei: string): Registered | undefined {
    return this.#holders.get(imei)?.session
  }

  /** @param now milliseconds since 1970 UTC */
  register(imei: string, session: Registered, now: number): Registration {
    const address = session.remoteAddress
    const holder = this.#holders.get(imei)
    if (!holder) {
      this.#holders.set(imei, newHolder(session, now))
      this.#online++
      return 'first'
    }
    this.#noteMove(holder, address, now)
    const conflict = this.#conflictOf(holder, address, now)
    if (conflict && !this.#mayHold(holder, conflict, address, now)) return this.#setAside(session, conflict, now)
    return this.#handOver(holder, session, now)
  }

  /** Serves a sender that is not trusted to be the tracker beside it, for a minute. Then it may try again. */
  keepAside(session: Registered, now: number): void {
    this.#aside.set(session, now)
  }

  /** Forgets a session that ended, unless another one has its IMEI by now. */
  release(imei: string, session: Registered, now: number): void {
    this.#aside.delete(session)
    const holder = this.#holders.get(imei)
    if (holder?.session !== session) return
    noteTenure(holder, now)
    holder.session = undefined
    holder.sinceS = secondsOf(now)
    this.#online--
  }

  /** Ends sessions kept aside for a minute, so that they may try again. Call it regularly. */
  sweep(now: number): void {
    for (const [session, since] of this.#aside) if (now - since >= MINUTE_MS) session.end('quarantineOver')
  }

  /** Forgets the addresses of trackers that have been gone for a day. Walks over all of them. */
  forget(now: number): void {
    for (const [imei, { session, sinceS }] of this.#holders)
      if (!session && secondsOf(now) - sinceS >= REMEMBER_S) this.#holders.delete(imei)
  }

  #noteMove(holder: Holder, address: string, now: number): void {
    holder.moves = holder.moves?.filter((at) => at > now - MINUTE_MS)
    if (address !== holder.address) (holder.moves ??= []).push(now)
    if (holder.moves && holder.moves.length > this.takeoversPerMinute + 1) holder.moves.shift()
    if (holder.moves?.length === 0) holder.moves = undefined
  }

  #conflictOf(holder: Holder, address: string, now: number): Conflict | undefined {
    if ((holder.moves?.length ?? 0) <= this.takeoversPerMinute) return (holder.conflict = undefined)
    const conflict = (holder.conflict ??= { reportedAt: -Infinity, countedSince: now, logins: new Map(), before: new Map() })
    if (now - conflict.countedSince >= MINUTE_MS) {
      conflict.countedSince = now
      conflict.before = conflict.logins
      conflict.logins = new Map()
    }
    if (conflict.logins.size < ADDRESSES || conflict.logins.has(address))
      conflict.logins.set(address, (conflict.logins.get(address) ?? 0) + 1)
    return conflict
  }

  #mayHold(holder: Holder, { logins, before }: Conflict, address: string, now: number): boolean {
    const isRestless = (one: string) => Math.max(logins.get(one) ?? 0, before.get(one) ?? 0) > this.takeoversPerMinute
    if (!logins.has(address) || isRestless(address)) return false
    const trusted = trustedOf(holder, now)
    if (address === trusted || isRestless(trusted)) return true
    const { session } = holder
    return !session || now - session.lastReadAt >= MINUTE_MS
  }

  #setAside(session: Registered, conflict: Conflict, now: number): Registration {
    this.keepAside(session, now)
    if (now - conflict.reportedAt < MINUTE_MS) return 'sameConflict'
    conflict.reportedAt = now
    return 'conflict'
  }

  #handOver(holder: Holder, session: Registered, now: number): Registration {
    const older = holder.session
    if (older) noteTenure(holder, now)
    else this.#online++
    holder.session = session
    holder.address = session.remoteAddress
    holder.sinceS = secondsOf(now)
    older?.end('replaced')
    return older ? 'takeover' : 'first'
  }
}

const newHolder = (session: Registered, now: number): Holder => ({
  session,
  address: session.remoteAddress,
  sinceS: secondsOf(now),
  home: session.remoteAddress,
  homeS: 0,
  moves: undefined,
  conflict: undefined,
})

/** Updates how long the current address has held the IMEI. */
function noteTenure(holder: Holder, now: number): void {
  const heldS = secondsOf(now) - holder.sinceS
  if (holder.address === holder.home) holder.homeS += heldS
  else if (heldS > holder.homeS) {
    holder.home = holder.address
    holder.homeS = heldS
  }
}

const trustedOf = (holder: Holder, now: number): string => {
  const isAway = holder.session !== undefined && holder.address !== holder.home
  return isAway && secondsOf(now) - holder.sinceS > holder.homeS ? holder.address : holder.home
}

const secondsOf = (ms: number): number => Math.floor(ms / 1_000)
