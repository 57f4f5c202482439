import { WorkNotice } from '@roadbook/contracts'
import { Rounds, type RoundsWork, startHealthServer } from '@roadbook/platform'
import { lookForAlerts } from './alerts/find-alerts.js'
import { recalculateAsked } from './asked-recalculations.js'
import { publishNotices } from './commands/notices.js'
import { settleOverdue } from './commands/overdue-commands.js'
import type { ConsumerConfiguration } from './configuration.js'
import type { Context } from './context.js'
import { takeIn } from './kept-packets.js'
import { takeOut } from './take-out.js'
import { PacketConsumer } from './packet-consumer.js'
import { untilItWorks, RetriableError } from './retry.js'
import { closeForgottenTrips } from './silent-trips.js'
import { TrackerEventConsumer } from './tracker-events.js'
import { Watchdog } from './watchdog.js'

export const CONSUMER = Symbol('consumer')

/** Starts the parts in this order: health port, devices, subscriptions, clock. Stops them in reverse order. */
export class Consumer {
  readonly #packets: PacketConsumer
  readonly #events: TrackerEventConsumer
  readonly #rounds: readonly Rounds[]
  readonly #stopping = new AbortController()
  #health: { port: number; close(): Promise<void> } | undefined
  #sweep: NodeJS.Timeout | undefined
  #watchdog: Watchdog | undefined
  #sweeping = Promise.resolve()
  #subscribing = Promise.resolve()
  #isReading = false
  #closing: Promise<void> | undefined

  constructor(
    private readonly context: Context,
    private readonly configuration: ConsumerConfiguration,
  ) {
    this.#packets = new PacketConsumer(context, configuration.CHECKPOINT_MS, configuration.GATHER_MS)
    this.#events = new TrackerEventConsumer(context)
    const { pool, log } = context
    const { signal } = this.#stopping
    const { ALERT_SWEEP_MS, COMMAND_SWEEP_MS, TAKE_IN_MS, RECALCULATION_SWEEP_MS } = configuration
    this.#rounds = [
      this.rounds('alerts', ALERT_SWEEP_MS, () => lookForAlerts(context, signal), { fallbackMs: 5 * ALERT_SWEEP_MS }),
      this.rounds('commands', COMMAND_SWEEP_MS, () => settleOverdue(pool, (imeis) => publishNotices(log, imeis))),
      this.rounds('packetsAside', TAKE_IN_MS, async () => {
        await takeIn(pool, log)
        await takeOut(this.context)
      }),
      this.rounds('recalculations', RECALCULATION_SWEEP_MS, () => recalculateAsked(context, signal)),
    ]
  }

  /**
   * Resolves when the health port listens. If the database or the log is unavailable, the method waits for them in the
   * background.
   */
  async start(): Promise<{ port: number }> {
    const { log, pool, metrics, directory, logger } = this.context
    this.#health = await startHealthServer({
      port: this.configuration.CONSUMER_HEALTH_PORT,
      registry: metrics.registry,
      ready: {
        database: async () => {
          await pool.query('SELECT 1')
        },
        'event log': () => log.ping(),
        subscriptions: async () => {
          if (!this.#isReading) throw new Error('not reading yet')
        },
      },
    })
    directory.start(this.configuration.DEVICE_REFRESH_MS)
    this.#subscribing = this.subscribe().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) logger.error({ err: error }, 'could not begin to read')
    })
    this.#sweep = setInterval(() => {
      this.#sweeping = this.#sweeping.then(() => this.sweep())
    }, this.configuration.SILENCE_SWEEP_MS)
    for (const rounds of this.#rounds) rounds.start()
    this.#watchdog = new Watchdog(this.context, () => this.#packets.partitions, this.configuration.STALL_MS)
    logger.info({ health: this.#health.port }, 'consumer started')
    return { port: this.#health.port }
  }

  /** Stops reading, writes the last checkpoint and closes. Runs only once, however often it is called. */
  close(): Promise<void> {
    return (this.#closing ??= this.end())
  }

  private async end(): Promise<void> {
    const { log, pool, directory, notices } = this.context
    this.#stopping.abort()
    clearInterval(this.#sweep)
    this.#watchdog?.stop()
    directory.stop()
    await this.#subscribing
    const rounds = this.#rounds.map((one) => one.stop())
    await Promise.all([this.#packets.stop(), this.#events.stop(), ...rounds, this.#sweeping])
    await notices.close()
    await log.close()
    await pool.end()
    await this.#health?.close()
  }

  private rounds(notice: keyof typeof WorkNotice, everyMs: number, work: RoundsWork, options?: { fallbackMs: number }): Rounds {
    const { notices, logger } = this.context
    const onError = (error: unknown) => logger.warn({ err: error, work: notice }, 'could not look for work; the next round does')
    return new Rounds(work, { ...options, everyMs, notices, notice: WorkNotice[notice], onError })
  }

  private async subscribe(): Promise<void> {
    const { log, logger } = this.context
    const { signal } = this.#stopping
    const onRetry = (error: unknown) => logger.warn({ err: error }, 'waiting for the event log')
    const begin = (work: () => Promise<void>) =>
      untilItWorks(
        () =>
          work().catch((cause: unknown) => {
            throw new RetriableError('the event log is away', { cause })
          }),
        { signal, onRetry },
      )
    await begin(() => log.prepare())
    await this.readRules()
    // Both subscriptions start at the same time, because each may have to wait for other members of its group.
    await Promise.all([begin(() => this.#packets.start()), begin(() => this.#events.start())])
    this.#isReading = true
  }

  /**
   * Reads the alert rules. Without rules, waypoints would be stored without marks (requests to evaluate alerts), and would
   * raise no alert.
   */
  private async readRules(): Promise<void> {
    const { book, logger, now } = this.context
    const { signal } = this.#stopping
    const onRetry = (error: unknown) => logger.warn({ err: error }, 'waiting for the rules of alerts')
    try {
      await untilItWorks(() => book.refresh(now()), { signal, onRetry })
    } catch (error) {
      signal.throwIfAborted()
      // If the rules cannot be read, packets must still be stored.
      logger.error({ err: error }, 'could not read the rules of alerts')
    }
  }

  /** Ends trips because of silence. Only this method depends on the wall clock. */
  private async sweep(): Promise<void> {
    try {
      await this.#packets.closeSilent()
      await closeForgottenTrips(this.context)
    } catch (error) {
      this.context.logger.warn({ err: error }, 'could not look for silent trips; the next sweep does')
    }
  }
}
