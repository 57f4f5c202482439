import type { EventLog } from '@roadbook/event-log'
import { startHealthServer, type Logger } from '@roadbook/platform'
import { PROTOCOLS } from '@roadbook/protocols'
import type pg from 'pg'
import { noCommands } from './commands/command-desk.js'
import type { CommandOffice } from './commands/command-office.js'
import type { GatewayConfiguration, Limits } from './limits.js'
import type { GatewayMetrics } from './metrics.js'
import type { PostgresDeviceDirectory } from './postgres-device-directory.js'
import { Publisher } from './publisher.js'
import { GatewayServer } from './server.js'
import { SessionRegistry } from './session-registry.js'

export const GATEWAY = Symbol('gateway')

export interface GatewayParts {
  gatewayId: string
  logger: Logger
  pool: pg.Pool
  log: EventLog
  directory: PostgresDeviceDirectory
  metrics: GatewayMetrics
  limits: Limits
  /** Absent: nobody sends commands. */
  office?: CommandOffice
}

export interface GatewayPorts {
  shared: number
  teltonika: number
  health: number
}

/** The parts in their order of life: registry, sockets, health; and back. */
export class Gateway {
  readonly server: GatewayServer
  readonly #publisher: Publisher
  #health: { port: number; close(): Promise<void> } | undefined
  #draining = false

  constructor(private readonly parts: GatewayParts) {
    const { log, logger, metrics, limits, directory, gatewayId, office } = parts
    this.#publisher = new Publisher({ log, logger, metrics, bufferedBytes: limits.bufferedBytes })
    const registry = new SessionRegistry(limits.takeoversPerMinute)
    directory.onChanged = (imei, isGone) => registry.find(imei)?.end(isGone ? 'unregistered' : 'registrationChanged')
    const context = {
      gatewayId,
      publisher: this.#publisher,
      directory,
      registry,
      commands: office?.desk ?? noCommands,
      limits,
      metrics,
      logger,
      now: () => Date.now(),
    }
    this.server = new GatewayServer(context)
  }

  async start(configuration: GatewayConfiguration): Promise<GatewayPorts> {
    const { directory, logger, metrics, log } = this.parts
    directory.start()
    // A log that is away at start is waited for: trackers are refused nothing, they are only not read.
    log.prepare().catch((error: unknown) => logger.warn({ err: error }, 'the event log is not ready yet'))
    const host = configuration.GATEWAY_HOST
    const [shared, teltonika] = (await this.server.listen(
      [
        { port: configuration.GATEWAY_PORT, protocols: PROTOCOLS },
        { port: configuration.TELTONIKA_PORT, protocols: PROTOCOLS.filter(({ name }) => name === 'teltonika') },
      ],
      host,
    )) as [number, number]
    this.#health = await startHealthServer({
      port: configuration.GATEWAY_HEALTH_PORT,
      registry: metrics.registry,
      ready: {
        'event log': async () => {
          // A log on a full disk answers questions and takes nothing.
          if (this.#publisher.trouble) throw this.#publisher.trouble
          await log.ping()
        },
        draining: async () => {
          if (this.#draining) throw new Error('draining')
        },
      },
    })
    logger.info({ shared, teltonika, health: this.#health.port }, 'gateway listens')
    return { shared, teltonika, health: this.#health.port }
  }

  /** Stop accepting → flush → acknowledge → close. */
  async close(): Promise<void> {
    this.#draining = true
    await this.parts.office?.close()
    await this.server.drain()
    this.#publisher.close()
    this.parts.directory.stop()
    await this.parts.log.close()
    await this.parts.pool.end()
    await this.#health?.close()
  }
}
