/** What the registry needs to know of a session. */
export interface Registered {
  readonly remoteAddress: string
  /** When the peer last said anything, milliseconds since 1970 UTC. */
  readonly lastReadAt: number
  /** Told when it may not speak for its IMEI any longer, and why. */
  end(reason: string): void
}

/**
 * `takeover`: an older session was ended. `conflict`: the session is served, but what it says is kept aside.
 * `sameConflict`: the same, and operators were told within the last minute.
 */
export type Registration = 'first' | 'takeover' | 'conflict' | 'sameConflict'

interface Holder {
  session: Registered | undefined
  /** Where the current session, or the last one, spoke from. */
  address: string
  /** When it began, or, without a session, when it ended. Whole seconds: a fraction would take a box of its own in memory. */
  sinceS: number
  /** The address that has held this IMEI longest, and for how long. */
  home: string
  homeS: number
  /** Changes of address within the last minute, as many as matter. */
  moves: number[] | undefined
  conflict: Conflict | undefined
}

interface Conflict {
  reportedAt: number
  countedSince: number
  /** Logins by address since then, and in the minute before: nobody is forgiven because a minute is over. */
  logins: Map<string, number>
  before: Map<string, number>
}

const MINUTE_MS = 60_000
/** How long it is remembered where a tracker that went away used to speak from. */
const REMEMBER_S = 24 * 3_600
/** Addresses that are counted in one conflict; more only help who makes them up. */
const ADDRESSES = 32

/**
 * Which session speaks for an IMEI: the newest login, because half-open sockets are normal on mobile networks. When an
 * IMEI changes hands between addresses too often, somebody else is using it. Then the address that held it longest keeps it
 * and newcomers are kept aside, for a minute at most: after that they have to come again and are judged anew. The trusted
 * address loses that trust when it falls silent, or when it is itself the one that keeps logging in.
 */
export class SessionRegistry {
  readonly #holders = new Map<string, Holder>()
  readonly #aside = new Map<Registered, number>()
  #online = 0

  constructor(private readonly takeoversPerMinute: number) {}

  /** IMEIs that a session speaks for. */
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

  /** Somebody who is not believed to be the tracker is served beside it, for a minute: then it may try to be. */
  keepAside(session: Registered, now: number): void {
    this.#aside.set(session, now)
  }

  /** Forgets a session that ended, unless another holds its IMEI by now. */
  release(imei: string, session: Registered, now: number): void {
    this.#aside.delete(session)
    const holder = this.#holders.get(imei)
    if (holder?.session !== session) return
    noteTenure(holder, now)
    holder.session = undefined
    holder.sinceS = secondsOf(now)
    this.#online--
  }

  /** Lets those kept aside come again, and forgets trackers that are long gone. Call it now and then. */
  sweep(now: number): void {
    for (const [session, since] of this.#aside) if (now - since >= MINUTE_MS) session.end('quarantineOver')
  }

  /** Forgets where trackers that are long gone used to speak from. Walks over all of them. */
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

/** Adds up for how long the present address has held the IMEI. */
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
