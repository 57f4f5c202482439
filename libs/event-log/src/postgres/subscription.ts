import { randomUUID } from 'node:crypto'
import type { Notices } from '@roadbook/platform/notices'
import type pg from 'pg'
import type { SubscribeOptions, Subscription } from '../event-log.js'
import { PartitionLostError } from '../partition-lost-error.js'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { bounded } from './bounded-query.js'
import { Commits } from './commits.js'
import { PartitionReader } from './partition-reader.js'
import { Statement, type HeldRow } from './statements.js'
import { toReceived, type MessageRow } from './stored-message.js'

// Interval in milliseconds at which the database is queried for new messages while its notifications cannot arrive.
const DEAF_POLL_MS = 250
// Maximum number of messages of a partition that the check for new messages returns. If a partition has more new messages, it
// is read by a separate query.
const MOST_OFFERED = 200
// Factor for a group with only one member. No other member can take over from it, so its lease is 15 times as long and
// its heartbeats are 15 times as rare.
const ALONE = 15
// Milliseconds for which a member that gives up a partition waits for the running batch. Then the batch's signal aborts.
const DRAIN_MS = 5_000

export interface PostgresSubscriptionOptions extends SubscribeOptions {
  pool: pg.Pool
  listener: Notices
  /**
   * Milliseconds without a heartbeat after which another member takes over. It is also the time-out of each heartbeat
   * query.
   */
  takeoverMs: number
  /** Creates the topic if it is missing. */
  prepare(): Promise<unknown>
}

/**
 * One member (subscriber) of a group. Each heartbeat keeps the member's leases and returns its share of the partitions. The
 * member reads these partitions and hands over the others. If the database is unreachable, it stops before its leases end
 * and joins again later.
 */
export class PostgresSubscription implements Subscription {
  private readonly member = randomUUID()
  private readonly stopping = new AbortController()
  private readonly readers = new Set<PartitionReader>()
  private expiry: NodeJS.Timeout | undefined
  private deafPoll: NodeJS.Timeout | undefined
  private beating: Promise<void> | undefined
  private beatSooner = new AbortController()
  private reconciling: Promise<void> | undefined
  private turn: Promise<void> = Promise.resolve()
  private announced = ''
  private refreshing: Promise<void> | undefined
  private isStale = false
  private refreshedAt = -Infinity
  private refreshLater: NodeJS.Timeout | undefined
  private pumpLater: NodeJS.Timeout | undefined
  private removeListener: () => void = () => undefined

  private readonly commits: Commits
  /** Milliseconds for which a member without heartbeats keeps its partitions. */
  private readonly leaseMs: number

  constructor(private readonly options: PostgresSubscriptionOptions) {
    this.leaseMs = options.takeoverMs * (options.isAlone ? ALONE : 1)
    this.commits = new Commits(options.pool, options.topic, options.group)
  }

  /** Joins the group. Resolves when the database has recorded the member, however long that takes. */
  async start(): Promise<void> {
    const { topic, group, listener } = this.options
    this.removeListener = listener.add((payload) => {
      if (payload === '' || payload === topic) this.refresh()
      if (payload === '' || payload === `${topic} ${group}`) this.beatSooner.abort()
    })
    await new Promise<void>((resolve) => {
      this.beating = this.beatOn(resolve)
    })
  }

  async stop(): Promise<void> {
    if (!this.stopping.signal.aborted) {
      this.stopping.abort()
      for (const reader of this.readers) if (reader.state !== 'lost') reader.state = 'draining'
    }
    await this.beating
    clearTimeout(this.expiry)
    clearTimeout(this.deafPoll)
    clearTimeout(this.pumpLater)
    clearTimeout(this.refreshLater)
    this.removeListener()
  }

  private async beatOn(joined: () => void): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.beatSooner = new AbortController()
      let everyMs = this.leaseMs
      try {
        await this.beat()
        joined()
      } catch (error) {
        this.report(error as Error)
        everyMs = this.options.takeoverMs
      }
      await pause(everyMs / 4, AbortSignal.any([this.stopping.signal, this.beatSooner.signal]))
    }
    joined()
    await this.leave()
  }

  /** Keeps the leases until everything is handed over, because the handler's last checkpoint needs them. */
  private async leave(): Promise<void> {
    const { pool, topic, group, takeoverMs } = this.options
    const handedOver = new AbortController()
    const handover = this.reconcile().finally(() => handedOver.abort())
    const { signal } = handedOver
    for (;;) {
      await pause(takeoverMs / 4, signal)
      if (signal.aborted) break
      await this.beat().catch(this.report)
    }
    await handover
    await this.refreshing
    // A failure is only reported, because without heartbeats the leases end by themselves.
    await pool.query(bounded(Statement.release(topic, group, this.member, null), 2_000)).catch(this.report)
  }

  private beat(): Promise<void> {
    const { pool, topic, group, takeoverMs, from } = this.options
    return this.inTurn(async () => {
      await this.options.prepare()
      const asked = performance.now()
      const statement = Statement.beat(topic, group, this.member, this.leaseMs, from === 'latest')
      const { rows } = await pool.query<HeldRow>(bounded(statement, takeoverMs))
      // Here the lease begins before the query was sent, and is shorter than in the database. So this member stops reading
      // before the database gives the partition to another member.
      this.apply(rows, asked + this.leaseMs * 0.85)
    })
  }

  /**
   * Runs heartbeats and releases one at a time. Otherwise a reply to a heartbeat could restore a lease that was just
   * released.
   */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }

  private apply(rows: readonly HeldRow[], validUntil: number): void {
    const held = new Map(rows.map((row) => [`${row.partition} ${row.token}`, row]))
    for (const reader of this.readers) {
      const name = `${reader.partition} ${reader.token}`
      const row = held.get(name)
      if (!row) reader.lose()
      if (!row || reader.state === 'lost') continue
      held.delete(name)
      reader.validUntil = validUntil
      reader.noteHead(BigInt(row.next_offset))
      if (row.surplus) reader.state = 'draining'
    }
    if (!this.stopping.signal.aborted) {
      for (const row of held.values())
        this.readers.add(new PartitionReader(this.options.pool, this.options, this.commits, row, validUntil))
    }
    clearTimeout(this.expiry)
    this.expiry = setTimeout(() => this.dropExpired(), Math.max(0, validUntil - performance.now()) + 1)
    this.pollWhileDeaf()
    this.reconcileIfNeeded()
    this.pump()
  }

  /** Polls as long as notifications cannot arrive. */
  private pollWhileDeaf(): void {
    clearTimeout(this.deafPoll)
    if (this.options.listener.isConnected || this.stopping.signal.aborted) return
    this.deafPoll = setTimeout(() => {
      this.refresh()
      this.pollWhileDeaf()
    }, DEAF_POLL_MS)
  }

  /** Stops reading partitions whose leases have ended, because other members may start to read these partitions. */
  private dropExpired(): void {
    for (const reader of this.readers) if (performance.now() > reader.validUntil) reader.lose()
    this.reconcileIfNeeded()
  }

  private reconcileIfNeeded(): void {
    if ([...this.readers].some((reader) => reader.state !== 'reading')) void this.reconcile()
  }

  /**
   * Ends the readers of lost and surplus partitions, notifies the handler, and starts the new readers. Only one run takes
   * place at a time.
   */
  private reconcile(): Promise<void> {
    this.reconciling ??= this.reconcileAll().finally(() => (this.reconciling = undefined))
    return this.reconciling
  }

  private async reconcileAll(): Promise<void> {
    let failures = 0
    while ([...this.readers].some((reader) => reader.state !== 'reading')) {
      try {
        await this.endReaders()
        await this.beginReaders()
        failures = 0
      } catch (error) {
        this.report(error as Error)
        failures++
        if (this.stopping.signal.aborted && failures >= 5) for (const reader of this.readers) reader.lose()
        await pause(growingPauseMs(failures))
      }
    }
  }

  private async endReaders(): Promise<void> {
    const ending = [...this.readers].filter(({ state }) => state === 'draining' || state === 'lost')
    if (ending.length === 0) return
    const tooLong = setTimeout(() => ending.forEach((reader) => reader.hurry()), DRAIN_MS)
    await Promise.all(ending.map((reader) => reader.idle()))
    clearTimeout(tooLong)
    await this.announce(this.partitionsIn('reading'))
    const surplus = ending.filter(({ state }) => state === 'draining').map(({ partition }) => partition)
    if (surplus.length > 0 && !this.stopping.signal.aborted) {
      const { pool, topic, group } = this.options
      await this.inTurn(async () => {
        for (const reader of ending) reader.lose()
        await pool.query(bounded(Statement.release(topic, group, this.member, surplus)))
      })
    }
    for (const reader of ending) {
      reader.lose()
      this.readers.delete(reader)
    }
  }

  private async beginReaders(): Promise<void> {
    const claimed = [...this.readers].filter(({ state }) => state === 'claimed')
    if (claimed.length === 0) return
    await this.announce([...this.partitionsIn('reading'), ...claimed.map(({ partition }) => partition)])
    for (const reader of claimed) if (reader.state === 'claimed') reader.state = 'reading'
    this.pump()
  }

  private partitionsIn(state: PartitionReader['state']): number[] {
    return [...this.readers].filter((reader) => reader.state === state).map(({ partition }) => partition)
  }

  private async announce(partitions: number[]): Promise<void> {
    partitions.sort((a, b) => a - b)
    const name = partitions.join()
    if (name === this.announced) return
    try {
      await this.options.onAssignment?.(partitions)
    } catch (error) {
      // A last checkpoint that is too late would fail at every further attempt.
      if (!(error instanceof PartitionLostError)) throw error
      this.report(error)
    }
    this.announced = name
  }

  /** Starts as many deliveries as are allowed. The partition that has waited longest comes first. */
  private pump(): void {
    const { concurrency = 1 } = this.options
    const readers = [...this.readers]
    let free = concurrency - readers.filter((reader) => reader.isDelivering).length
    for (const reader of readers) {
      // A batch that came with the check for new messages is small, so it is not counted.
      const isFree = concurrency > 1 && reader.hasOffer
      if (!reader.isReady || (free <= 0 && !isFree)) continue
      if (!isFree) free -= 1
      this.readers.delete(reader)
      this.readers.add(reader)
      void reader.deliver().then(() => this.pump())
    }
    const pauses = readers.map((reader) => reader.pausedMs).filter((ms) => ms > 0)
    clearTimeout(this.pumpLater)
    if (pauses.length > 0) this.pumpLater = setTimeout(() => this.pump(), Math.min(...pauses) + 1)
    if (this.isStale && !this.refreshing) this.refresh()
  }

  /**
   * Queries for new messages, unless every partition already has messages to read. Waits until `gatherMs` has passed since
   * the last query.
   */
  private refresh(): void {
    this.isStale = true
    if (this.refreshing || this.stopping.signal.aborted || ![...this.readers].some((reader) => reader.isDry)) return
    if (this.mustWait()) return
    this.isStale = false
    this.refreshedAt = performance.now()
    this.refreshing = this.readNews()
      .catch((error: Error) => {
        // The next heartbeat also returns the heads, so nothing is lost by the failure. Another attempt now would only
        // add load to a database in trouble.
        this.isStale = false
        this.report(error)
        void pause(this.options.takeoverMs / 4, this.stopping.signal).then(() => this.beatSooner.abort())
      })
      .finally(() => {
        this.refreshing = undefined
        this.pump()
      })
  }

  /** Returns true if the query must wait. The query is then scheduled for later. */
  private mustWait(): boolean {
    const { gatherMs = 0 } = this.options
    if (this.refreshLater) return true
    const waitMs = this.refreshedAt + gatherMs - performance.now()
    if (waitMs <= 0) return false
    this.refreshLater = setTimeout(() => {
      this.refreshLater = undefined
      this.refresh()
    }, waitMs)
    return true
  }

  private async readNews(): Promise<void> {
    const { pool, topic, takeoverMs, maxBatchMessages = MOST_OFFERED } = this.options
    const waiting = new Map(
      [...this.readers].flatMap((reader) => (reader.waitsAt === undefined ? [] : [[reader, reader.waitsAt] as const])),
    )
    const partitions = [...waiting.keys()].map(({ partition }) => partition)
    const limit = Math.min(MOST_OFFERED, maxBatchMessages)
    const { rows } = await pool.query<NewsRow>(
      bounded(Statement.news(topic, partitions, [...waiting.values()], limit), takeoverMs),
    )
    for (const reader of this.readers) {
      const ofPartition = rows.filter(({ partition }) => partition === reader.partition)
      const position = waiting.get(reader)
      const messages = ofPartition.flatMap((row) => (row.key === null ? [] : toReceived(reader.partition, row as MessageRow)))
      if (position !== undefined) reader.offer(position, messages)
      reader.noteHead(BigInt(ofPartition[0]?.next_offset ?? 0))
    }
  }

  private readonly report = (error: Error): void => this.options.onError?.(error)
}

/** One row of the query: a partition's head (the first offset not yet in the log), and possibly one of its messages. */
type NewsRow = { partition: number; next_offset: string } & (MessageRow | { key: null })
