import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { Counter, type Registry } from 'prom-client'
import { z } from 'zod'
import { API_LOGGER, API_METRICS } from '../configuration.js'
import { type Job, JobQueue } from '../jobs/index.js'
import { CellQueueRepository, type WaitingCell } from './cell-queue.repository.js'
import { middleOf } from './cells.js'
import { SourceFailure } from '../outside/ask-outside.js'
import { unlessAborted } from '../outside/unless-aborted.js'
import { SourceStateRepository } from '../outside/source-state.repository.js'
import { ADDRESS_SOURCE, type AddressSource } from './sources/address-source.js'
import { WalkTrips } from './walk-trips.js'

/** This job runs every minute in one process, and takes most of that minute. */
export const FILL_ADDRESSES: Job<Record<string, never>> = {
  kind: 'fill-addresses',
  payload: z.object({}).strip(),
  attempts: 1,
  retryAfterS: 60,
  retryMaxS: 60,
  expireInS: 120,
  concurrency: 1,
  cron: '* * * * *',
}

/** Duration of one job in milliseconds. It ends shortly before the next job starts. */
const FOR_MS = 55_000
/** Milliseconds between checks for places with an unknown address that a user viewed. */
const LOOK_EVERY_MS = 1_000
/**
 * Each step selects as many cells as can be requested in this many seconds. Cells that are queued during a step wait at
 * most this long, until the next step.
 */
const AHEAD_S = 1

/**
 * Requests the addresses of waiting cells from the operator's geocoder, one after the other, at the geocoder's rate. Requests
 * and answers are rows in the database, so a process that ends loses nothing. While the geocoder is unavailable, nothing is
 * requested, and everything else continues.
 */
@Injectable()
export class FillAddresses implements OnModuleInit, OnModuleDestroy {
  readonly #ending = new AbortController()
  private readonly requests: Counter<'result'>

  constructor(
    private readonly queue: JobQueue,
    private readonly cells: CellQueueRepository,
    private readonly state: SourceStateRepository,
    private readonly trips: WalkTrips,
    @Inject(ADDRESS_SOURCE) private readonly source: AddressSource | undefined,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_METRICS) registry: Registry,
  ) {
    this.requests = new Counter({
      name: 'geocoder_requests_total',
      help: 'Requests to the operator’s geocoder',
      labelNames: ['result'],
      registers: [registry],
    })
  }

  onModuleInit(): void {
    const { source } = this
    // If no geocoder is configured now, removes the schedule, because it may remain from an earlier configuration.
    if (source)
      this.queue.handle(FILL_ADDRESSES, (_, { signal }) => this.run(source, AbortSignal.any([signal, this.#ending.signal])))
    else this.queue.handle({ ...FILL_ADDRESSES, cron: undefined }, () => Promise.resolve())
  }

  /** Aborts the running job, because the process does not wait for addresses when it stops. */
  onModuleDestroy(): void {
    this.#ending.abort()
  }

  private async run(source: AddressSource, signal: AbortSignal): Promise<void> {
    const till = Date.now() + FOR_MS
    await this.trips.run()
    while (!signal.aborted && Date.now() < till) {
      const waiting = await this.cells.next(Math.max(1, Math.round(source.rate * AHEAD_S)))
      for (const cell of waiting) if (!(await this.fill(source, cell, signal))) return
      if (waiting.length === 0) await unlessAborted(LOOK_EVERY_MS, signal)
    }
  }

  /**
   * Fills one cell. Even if another business already has the answer, the cell waits for its turn. An immediate answer would
   * reveal that a vehicle of another business was there.
   * @returns false when the geocoder is unavailable, or the process ends
   */
  private async fill(source: AddressSource, cell: WaitingCell, signal: AbortSignal): Promise<boolean> {
    const waitMs = await this.state.takeTurn(source.rate)
    if (waitMs === undefined) return false
    await unlessAborted(waitMs, signal)
    if (signal.aborted) return false
    try {
      const known = await this.cells.known(cell)
      const found = known === undefined ? await source.find(middleOf(cell), cell.locale, signal) : known
      if (known === undefined) this.requests.inc({ result: found ? 'found' : 'nothing' })
      await this.cells.answer(cell, found)
      await this.state.succeeded()
      return true
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      if (signal.aborted) return false
      this.requests.inc({ result: 'failed' })
      await this.cells.putOff(cell)
      const isLeftAlone = await this.state.failed(error.pauseS)
      this.logger.warn({ err: error, isLeftAlone }, error.message)
      return !isLeftAlone
    }
  }
}
