import { setTimeout as pause } from 'node:timers/promises'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { Topic } from '@roadbook/contracts'
import { CONSUMERS, type EventLog, FIXES_A_PACKET, Gate } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import { API_EVENT_LOG, API_LOGGER } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { JobFailure, JobQueue } from '../../jobs/index.js'
import { IMPORT_HISTORY, UNDO_HISTORY_IMPORT } from './import-history.job.js'
import { type ImportStep, ImportStepsRepository } from './import-steps.repository.js'
import { imeiIn, packetsIn } from './packed-positions.js'
import { say } from './texts.js'

/** Number of packets in a page. The packets of a page are published together. */
const PACKETS_A_PAGE = 20
/** Milliseconds between two checks of the consumer processes' progress. */
const LOOK_AGAIN_MS = 1_000
/** Number of these checks in one job. The job then ends, so that jobs of other imports can run. */
const LOOKS = 10
/** Milliseconds from the first job of an import to its second. Each later pause is twice as long, up to ten minutes. */
const FIRST_REST_MS = 15_000
const LONGEST_REST_MS = 600_000
/** Milliseconds between two counts of the stored positions. */
const COUNT_MS = 10_000
/** After this many milliseconds, every consumer process has read a change of the table of devices. */
const REGISTRY_MS = 25_000

/**
 * Runs the jobs of imports. Publishes the positions to the event log, a page at a time, and then checks the progress of the
 * consumer processes. A job that ends halfway is repeated. It continues after the last page that was recorded as published.
 * Positions that are published twice change nothing.
 */
@Injectable()
export class HistorySender implements OnModuleInit {
  constructor(
    private readonly database: RequestDatabase,
    private readonly queue: JobQueue,
    private readonly steps: ImportStepsRepository,
    @Inject(API_EVENT_LOG) private readonly log: EventLog,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.queue.handle(IMPORT_HISTORY, ({ import_id: id, look }, { signal }) => this.run(id, look, signal))
    this.queue.handle(UNDO_HISTORY_IMPORT, ({ import_id: id }, { signal }) => this.undo(id, signal))
  }

  private async run(id: number, look: number, signal: AbortSignal): Promise<void> {
    const begun = await this.write((transaction) => this.steps.find(transaction, id))
    if (begun?.state === 'sending') await this.send(id, begun, signal)
    if (await this.follow(id, signal)) return
    const startAt = new Date(Date.now() + Math.min(FIRST_REST_MS * 2 ** look, LONGEST_REST_MS))
    await this.write((transaction) =>
      this.queue.enqueue(transaction, IMPORT_HISTORY, { import_id: id, look: look + 1 }, { startAt }),
    )
  }

  private async send(id: number, { points, sent }: ImportStep, signal: AbortSignal): Promise<void> {
    const positions = await this.write((transaction) => this.steps.positions(transaction, id))
    if (!positions) return
    const gate = new Gate(this.log, (line) => this.logger.info({ import: id }, line), undefined, signal)
    const packets = packetsIn(positions)
    const imei = imeiIn(packets)
    let countedAt = Date.now()
    for (let at = Math.floor(sent / FIXES_A_PACKET); at < packets.length; at += PACKETS_A_PAGE) {
      signal.throwIfAborted()
      await gate.open()
      const page = packets.slice(at, at + PACKETS_A_PAGE)
      await this.log.publish(
        Topic.packets,
        page.map((value) => ({ key: imei, value })),
      )
      const sentNow = Math.min(points, (at + page.length) * FIXES_A_PACKET)
      if (!(await this.write((transaction) => this.steps.noteSent(transaction, id, sentNow)))) return
      if (Date.now() - countedAt < COUNT_MS) continue
      await this.write((transaction) => this.steps.noteStored(transaction, id))
      countedAt = Date.now()
    }
    await this.write((transaction) => this.steps.noteAllSent(transaction, id))
  }

  /**
   * Checks the consumer processes' progress for some time. The import is done when its trips are computed up to its last
   * position. It is also done when all its packets were processed, because the last one may have been refused.
   * @returns false if the import is not done yet
   */
  private async follow(id: number, signal: AbortSignal): Promise<boolean> {
    const left = new Set<number>()
    for (let look = 0; look < LOOKS; look++) {
      signal.throwIfAborted()
      const one = await this.write((transaction) => this.steps.find(transaction, id))
      if (one?.state !== 'computing') return true
      const wereTaken = look > 0 && left.size === 0
      const till = await this.write((transaction) => this.steps.computedTill(transaction, id))
      if (wereTaken || (till !== null && till >= one.last_at)) {
        await this.write(async (transaction) => {
          await this.steps.noteStored(transaction, id)
          await this.steps.noteDone(transaction, id)
        })
        return true
      }
      // As soon as a partition has no waiting packets at a check, all packets of the import in that partition were
      // processed.
      const lag = await this.log.lag(Topic.packets, CONSUMERS)
      if (look === 0) for (const partition of lag.keys()) left.add(partition)
      for (const [partition, packets] of lag) if (packets === 0n) left.delete(partition)
      await pause(LOOK_AGAIN_MS, undefined, { signal })
    }
    await this.write((transaction) => this.steps.noteStored(transaction, id))
    return false
  }

  /**
   * Removes the positions and trips of an import. If consumer processes may still be storing its positions, first makes
   * them refuse further ones.
   */
  private async undo(id: number, signal: AbortSignal): Promise<void> {
    const one = await this.write((transaction) => this.steps.find(transaction, id))
    if (one?.state !== 'undoing') return
    if (one.finished_at === null) {
      await this.write((transaction) => this.steps.stop(transaction, id))
      // Waits a fixed time, because the consumer processes do not report that they have read the change.
      await pause(REGISTRY_MS, undefined, { signal })
    }
    const isGone = await this.write((transaction) => this.steps.forget(transaction, id))
    if (!isGone) throw new JobFailure(say('written-about'), { isFinal: true })
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}
