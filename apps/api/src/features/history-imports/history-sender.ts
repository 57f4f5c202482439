import { setTimeout as pause } from 'node:timers/promises'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { Topic } from '@roadbook/contracts'
import { type EventLog, FIXES_A_PACKET, Gate } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import { API_EVENT_LOG, API_LOGGER } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { JobQueue } from '../../jobs/index.js'
import { IMPORT_HISTORY } from './import-history.job.js'
import { type ImportStep, ImportStepsRepository } from './import-steps.repository.js'
import { imeiOf, packetsIn } from './packed-positions.js'

/** Number of packets that are published at once. */
const PACKETS_A_PAGE = 20
/** Pause between two looks at the consumers' progress. */
const LOOK_AGAIN_MS = 1_000
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
    this.queue.handle(IMPORT_HISTORY, ({ import_id: id, undo }, { signal }) =>
      undo ? this.undo(id, signal) : this.run(id, signal),
    )
  }

  private async run(id: number, signal: AbortSignal): Promise<void> {
    const begun = await this.write((transaction) => this.steps.find(transaction, id))
    if (begun?.state === 'sending') await this.send(id, begun, signal)
    for (;;) {
      signal.throwIfAborted()
      const one = await this.follow(id)
      if (one?.state !== 'computing') return
      await pause(LOOK_AGAIN_MS, undefined, { signal })
    }
  }

  private async send(id: number, { points, sent }: ImportStep, signal: AbortSignal): Promise<void> {
    const positions = await this.write((transaction) => this.steps.positions(transaction, id))
    if (!positions) return
    const gate = new Gate(this.log, (line) => this.logger.info({ import: id }, line), undefined, signal)
    const imei = imeiOf(id)
    const packets = packetsIn(positions)
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
      await this.follow(id)
    }
    await this.write((transaction) => this.steps.noteAllSent(transaction, id))
  }

  /** Notes how far the consumers are. Returns the import's present state. */
  private follow(id: number): Promise<ImportStep | undefined> {
    return this.write(async (transaction) => {
      const one = await this.steps.find(transaction, id)
      if (one?.state !== 'sending' && one?.state !== 'computing') return one
      const { stored, computed_till: till } = await this.steps.progress(transaction, id)
      await this.steps.noteStored(transaction, id, stored)
      if (one.state === 'computing' && till !== null && till >= one.last_at) {
        await this.steps.noteDone(transaction, id)
        return { ...one, state: 'done' }
      }
      return one
    })
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
    await this.write((transaction) => this.steps.forget(transaction, id))
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}
