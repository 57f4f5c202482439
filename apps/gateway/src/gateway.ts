import type { EventLog } from '@roadbook/event-log'
import { startHealthServer, type Logger } from '@roadbook/platform'
import { PROTOCOLS } from '@roadbook/protocols'
import type pg from 'pg'
import { noCommands } from './commands/command-desk.js'
import type { CommandOffice } from './commands/command-office.js'
import { ForwardingServer } from './forwarding/forwarding-server.js'
import { forwardingSettings } from './forwarding/settings.js'
import type { GatewayConfiguration, Limits } from './limits.js'
import { Listeners, type GatewayPorts } from './listeners/listeners.js'
import type { GatewayMetrics } from './metrics.js'
import type { PostgresDeviceDirectory } from './registry/postgres-device-directory.js'
import { Publisher } from './publisher.js'
import type { SessionContext } from './session-context.js'
import { originOf } from './networks-of-senders.js'
import { SessionRegistry } from './session-registry.js'
import { StuckFrames } from './stuck-frames.js'

export const GATEWAY = Symbol('gateway')
export type { GatewayPorts }

export interface GatewayParts {
  gatewayId: string
  logger: Logger
  pool: pg.Pool
  log: EventLog
  directory: PostgresDeviceDirectory
  metrics: GatewayMetrics
  limits: Limits
  /** Absent if commands are not sent. */
  office?: CommandOffice
}

/** Starts the parts in order: registry, sockets, health. Stops them in reverse order. */
export class Gateway {
  readonly #publisher: Publisher
  readonly #context: SessionContext
  #listeners: Listeners | undefined
  #forwarding: ForwardingServer | undefined
  #health: { port: number; close(): Promise<void> } | undefined
  #configuration: GatewayConfiguration | undefined
  #draining = false

  constructor(private readonly parts: GatewayParts) {
    const { log, logger, metrics, limits, directory, gatewayId, office } = parts
    metrics.connectionsLimit.set(limits.connections)
    this.#publisher = new Publisher({ log, logger, metrics, bufferedBytes: limits.bufferedBytes })
    const registry = new SessionRegistry(limits.takeoversPerMinute)
    directory.onDoubted = (imei, carrier) => {
      const session = registry.find(imei)
      if (session && originOf(session.remoteAddress).carrier === carrier) session.end('disputed')
    }
    directory.onChanged = (imei, isGone) => registry.find(imei)?.end(isGone ? 'unregistered' : 'registrationChanged')
    this.#context = {
      gatewayId,
      publisher: this.#publisher,
      directory,
      beliefs: directory.beliefs,
      registry,
      commands: office?.desk ?? noCommands,
      stuckFrames: new StuckFrames(),
      limits,
      metrics,
      logger,
      now: () => Date.now(),
    }
  }

  /** @throws Error that names the variable with the wrong value or the port in use. Nothing stays open in that case */
  async start(configuration: GatewayConfiguration): Promise<GatewayPorts> {
    const { directory, logger, log } = this.parts
    this.#configuration = configuration
    try {
      this.#listeners = new Listeners(this.#context, configuration)
      const forwarding = forwardingSettings(configuration)
      if (forwarding) this.#forwarding = new ForwardingServer(this.#context, forwarding)
      directory.start()
      // Waits in the background while the log is unavailable. Trackers may connect meanwhile, but nothing that they send is
      // acknowledged.
      log.prepare().catch((error: unknown) => logger.warn({ err: error }, 'the event log is not ready yet'))
      const ports = await this.#listeners.open(PROTOCOLS)
      const forwardingPort = await this.#forwarding?.open()
      this.#health = await this.#startHealth(configuration.GATEWAY_HEALTH_PORT)
      const all = { ...ports, health: this.#health.port, ...(forwardingPort !== undefined && { forwarding: forwardingPort }) }
      logger.info(all, 'gateway listens')
      return all
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Reports not ready and stops accepting. Sends the trackers their replies, disconnects them gradually, and then closes. */
  async close(): Promise<void> {
    if (this.#draining) return
    this.#draining = true
    const { office, directory, log, pool } = this.parts
    if (this.#health) await new Promise((resolve) => setTimeout(resolve, this.#configuration?.DRAIN_NOTICE_MS))
    await office?.close()
    await Promise.all([this.#forwarding?.close(), this.#listeners?.drain(this.#configuration?.DRAIN_MS ?? 0)])
    this.#publisher.close()
    directory.stop()
    await log.close()
    await pool.end()
    await this.#health?.close()
  }

  #startHealth(port: number): Promise<{ port: number; close(): Promise<void> }> {
    const { metrics, log, directory } = this.parts
    return startHealthServer({
      port,
      registry: metrics.registry,
      ready: {
        'event log': async () => {
          // If its disk is full, a log still answers a ping but accepts no messages. So the result of the last append is
          // checked, too.
          if (this.#publisher.trouble) throw this.#publisher.trouble
          await log.ping()
        },
        'device registry': () => directory.ready(),
        draining: async () => {
          if (this.#draining) throw new Error('draining')
        },
      },
    })
  }
}
