import { startHealthServer } from '@roadbook/platform'
import { lookForAlerts } from './alerts/find-alerts.js'
import { recalculateAsked } from './asked-recalculations.js'
import { publishNotices } from './commands/notices.js'
import { settleOverdue } from './commands/overdue-commands.js'
import type { ConsumerConfiguration } from './configuration.js'
import type { Context } from './context.js'
import { takeIn } from './kept-packets.js'
import { PacketConsumer } from './packet-consumer.js'
import { untilItWorks, RetriableError } from './retry.js'
import { closeForgottenTrips } from './silent-trips.js'
import { Sweep } from './sweep.js'
import { TrackerEventConsumer } from './tracker-events.js'
import { Watchdog } from './watchdog.js'

export const CONSUMER = Symbol('consumer')

/** The parts in their order of life: health, devices, subscriptions, clock; and back. */
export class Consumer {
  readonly #packets: PacketConsumer
  readonly #events: TrackerEventConsumer
  readonly #sweeps: readonly (readonly [Sweep, everyMs: number])[]
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
    const { pool, log, logger } = context
    const commands = new Sweep('overdue commands', async () => publishNotices(log, await settleOverdue(pool)), logger)
    const accepted = new Sweep('packets to take in', () => takeIn(pool, log), logger)
    const asked = new Sweep('trips to recalculate', () => recalculateAsked(context, this.#stopping.signal), logger)
    const alerts = new Sweep('alerts', () => lookForAlerts(context, this.#stopping.signal), logger)
    this.#sweeps = [
      [alerts, configuration.ALERT_SWEEP_MS],
      [commands, configuration.COMMAND_SWEEP_MS],
      [accepted, configuration.TAKE_IN_MS],
      [asked, configuration.RECALCULATION_SWEEP_MS],
    ]
  }

  /** Resolves once the health port listens; a database or log that is away is waited for behind it. */
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
    for (const [sweep, everyMs] of this.#sweeps) sweep.start(everyMs)
    this.#watchdog = new Watchdog(this.context, () => this.#packets.partitions, this.configuration.STALL_MS)
    logger.info({ health: this.#health.port }, 'consumer started')
    return { port: this.#health.port }
  }

  /** Stop reading → last checkpoint → close. Once, however often it is asked. */
  close(): Promise<void> {
    return (this.#closing ??= this.end())
  }

  private async end(): Promise<void> {
    const { log, pool, directory } = this.context
    this.#stopping.abort()
    clearInterval(this.#sweep)
    this.#watchdog?.stop()
    directory.stop()
    await this.#subscribing
    const sweeps = this.#sweeps.map(([sweep]) => sweep.stop())
    await Promise.all([this.#packets.stop(), this.#events.stop(), ...sweeps, this.#sweeping])
    await log.close()
    await pool.end()
    await this.#health?.close()
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
    await begin(() => this.#packets.start())
    await begin(() => this.#events.start())
    this.#isReading = true
  }

  /** The one thing that the wall clock decides: silence ends trips. */
  private async sweep(): Promise<void> {
    try {
      await this.#packets.closeSilent()
      await closeForgottenTrips(this.context)
    } catch (error) {
      this.context.logger.warn({ err: error }, 'could not look for silent trips; the next sweep does')
    }
  }
}
