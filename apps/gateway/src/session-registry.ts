/** A session, with everything that the session registry needs. */
export interface Registered {
  readonly remoteAddress: string
  /** Time of the last reception from the peer, in milliseconds since 1970 UTC. */
  readonly lastReadAt: number
  /** Ends the session, because its packets no longer count for its IMEI. */
  end(reason: string): void
}

/**
 * Result of a registration:
 * - `first`: the IMEI had no session.
 * - `takeover`: an older session was ended.
 * - `conflict`: the session is served, but its packets are set aside until a person or later data decides.
 * - `sameConflict`: like `conflict`, but the conflict was reported less than a minute ago.
 */
export type Registration = 'first' | 'takeover' | 'conflict' | 'sameConflict'

interface Holder {
  session: Registered | undefined
  /** Address of the current session, or of the last one. */
  address: string
  /**
   * Time when the session began. If there is no session, the time when the last session ended. The time is in whole seconds,
   * because V8 would store a number with a fraction in a separate object.
   */
  sinceS: number
  /** The address that has had this IMEI for the longest time. `homeS` is this time in seconds. */
  home: string
  homeS: number
  /** Times of changes of address within the last minute, but not more than are needed to detect a conflict. */
  moves: number[] | undefined
  conflict: Conflict | undefined
}

interface Conflict {
  reportedAt: number
  countedSince: number
  /**
   * Logins by address since `countedSince`. `before` contains the logins of the minute before, so that an address that logged
   * in too often is still recognised when a new minute has just started.
   */
  logins: Map<string, number>
  before: Map<string, number>
}

const MINUTE_MS = 60_000
/** Seconds for which the addresses of a disconnected tracker are remembered. */
const REMEMBER_S = 24 * 3_600
/**
 * Maximum number of addresses whose logins are counted in a conflict. Without a limit, a stranger with many addresses could
 * fill the memory.
 */
const ADDRESSES = 32

/**
 * Decides which session counts for an IMEI. Normally this is the session with the newest login. An older session is usually a
 * half-open socket, because these are common on mobile networks. If an IMEI changes between addresses too often, another
 * sender is using it. In that case the address that has had the IMEI for the longest time is trusted and keeps it. Packets of
 * the other addresses are set aside. The sessions of these other addresses end after about a minute, so that the senders
 * reconnect and are checked again. The trusted address loses the IMEI if it is silent for a minute, or logs in too often
 * itself.
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

  /**
   * Registers a session whose packets are set aside. The session ends after about a minute, so that its sender may try again.
   */
  keepAside(session: Registered, now: number): void {
    this.#aside.set(session, now)
  }

  /** Forgets a session that has ended. If another session has taken the IMEI meanwhile, that session stays. */
  release(imei: string, session: Registered, now: number): void {
    this.#aside.delete(session)
    const holder = this.#holders.get(imei)
    if (holder?.session !== session) return
    noteTenure(holder, now)
    holder.session = undefined
    holder.sinceS = secondsOf(now)
    this.#online--
  }

  /** Ends sessions whose packets have been set aside for a minute, so that their senders may try again. Call it regularly. */
  sweep(now: number): void {
    for (const [session, since] of this.#aside) if (now - since >= MINUTE_MS) session.end('quarantineOver')
  }

  /** Forgets the addresses of trackers that disconnected a day ago. Takes long, because it iterates over all trackers. */
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

/** Updates the time for which the session's address has had the IMEI. */
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
