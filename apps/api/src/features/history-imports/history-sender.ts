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

/** Number of packets that are published at once. */
const PACKETS_A_PAGE = 20
/** Pause between two looks at the consumers' progress. */
const LOOK_AGAIN_MS = 1_000
/** Number of looks of one job. The job then ends, so that other imports get its place. */
const LOOKS = 10
/** Milliseconds from a job to the next one of the same import. Each pause is twice as long as the one before, up to ten minutes. */
const FIRST_REST_MS = 15_000
const LONGEST_REST_MS = 600_000
/** Milliseconds between two counts of the stored positions. */
const COUNT_MS = 10_000
/** Milliseconds after which every consumer process has read a change of the registry. */
const REGISTRY_MS = 25_000

/**
 * Runs the jobs of imports. Publishes the positions to the event log, a page at a time, and then follows the consumers. A job that
 * ends halfway is repeated and continues after the last page that was noted. Positions that are published twice change nothing.
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
   * Looks at the consumers for some time. The import is done when the trips are computed up to its last position. It is also done
   * when consumers have taken all its packets, because they may have refused the last one.
   * @returns false if consumers still have packets before them
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
      // Consumers have taken a packet of the import when they had nothing before them in its partition.
      const lag = await this.log.lag(Topic.packets, CONSUMERS)
      if (look === 0) for (const partition of lag.keys()) left.add(partition)
      for (const [partition, packets] of lag) if (packets === 0n) left.delete(partition)
      await pause(LOOK_AGAIN_MS, undefined, { signal })
    }
    await this.write((transaction) => this.steps.noteStored(transaction, id))
    return false
  }

  /** Removes what an import has brought. If consumers may still be storing its positions, they are stopped first. */
  private async undo(id: number, signal: AbortSignal): Promise<void> {
    const one = await this.write((transaction) => this.steps.find(transaction, id))
    if (one?.state !== 'undoing') return
    if (one.finished_at === null) {
      await this.write((transaction) => this.steps.stop(transaction, id))
      // Consumers look at the registry now and then, and nothing reports that all of them have.
      await pause(REGISTRY_MS, undefined, { signal })
    }
    const isGone = await this.write((transaction) => this.steps.forget(transaction, id))
    if (!isGone) throw new JobFailure(say('written-about'), { isFinal: true })
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}
