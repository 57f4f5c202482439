import type { Protocol } from '@roadbook/protocols'
import type { GatewayConfiguration } from '../limits.js'
import type { SessionContext } from '../session-context.js'
import { DatagramServer } from './datagram-server.js'
import { sendAway } from './drain.js'
import { listenSettings, type ListenSettings } from './listen-settings.js'
import type { PlannedPort } from '@roadbook/protocols/port-plan'
import { TrackerServer } from './tracker-server.js'

/** Ports that a gateway opened. A configured 0 is replaced by the system's choice. */
export interface GatewayPorts {
  shared: number
  teltonika: number
  health: number
  /** The shared port for encrypted connections. */
  tls?: number
  /** The port for servers that forward positions. */
  forwarding?: number
  /** TCP ports of single protocols, by protocol name. */
  protocols: Record<string, number[]>
  /**
   * UDP ports, by the TCP port to which they belong. A UDP port has the same number as its TCP port, unless the system chose
   * the numbers.
   */
  datagrams: Record<number, number>
}

const SWEEP_MS = 1_000
const FORGET_MS = 3_600_000

/** All open ports of a gateway. */
export class Listeners {
  readonly #tcp: TrackerServer
  readonly #udp: DatagramServer[] = []
  readonly #settings: ListenSettings
  #timers: NodeJS.Timeout[] = []

  /** @throws ConfigurationError */
  constructor(
    private readonly context: SessionContext,
    private readonly configuration: GatewayConfiguration,
  ) {
    this.#settings = listenSettings(configuration)
    const { balancers } = this.#settings
    this.#tcp = new TrackerServer({ context, host: configuration.GATEWAY_HOST, ...(balancers && { balancers }) })
  }

  /** @throws Error that names the variable of a port in use */
  async open(protocols: readonly Protocol[]): Promise<Omit<GatewayPorts, 'health'>> {
    const { own, tls } = this.#settings
    const ports: Omit<GatewayPorts, 'health'> = { shared: 0, teltonika: 0, protocols: {}, datagrams: {} }
    ports.shared = await this.#open({ port: this.configuration.GATEWAY_PORT, protocols, variable: 'GATEWAY_PORT' }, ports)
    for (const planned of own) {
      const port = await this.#open(planned, ports)
      if (planned.variable === 'TELTONIKA_PORT') ports.teltonika = port
      for (const { name } of planned.protocols) (ports.protocols[name] ??= []).push(port)
    }
    if (tls) ports.tls = await this.#tcp.listen({ port: tls.port, protocols, variable: 'TLS_PORT', tls })
    this.#timers = [
      setInterval(() => this.#sweep(), SWEEP_MS),
      setInterval(() => this.context.registry.forget(this.context.now()), FORGET_MS),
    ]
    return ports
  }

  /**
   * Stops accepting connections. Makes received data durable and sends the replies. Then disconnects the trackers evenly over
   * the given time.
   */
  async drain(overMs: number): Promise<void> {
    this.#timers.forEach(clearInterval)
    this.#tcp.stopAccepting()
    for (const server of this.#udp) server.stopReceiving()
    const { publisher } = this.context
    await sendAway(this.#tcp.sessions, publisher, overMs)
    if (this.#udp.length > 0) await publisher.settled()
    for (const server of this.#udp) server.close()
    await publisher.flush()
  }

  async #open(planned: PlannedPort, ports: Omit<GatewayPorts, 'health'>): Promise<number> {
    const port = await this.#tcp.listen(planned)
    if (!planned.protocols.some(({ udp }) => udp)) return port
    const server = new DatagramServer(planned.protocols, this.context)
    const { variable } = planned
    const host = this.configuration.GATEWAY_HOST
    // A number that the system chose for TCP may be in use for UDP. In that case the system chooses another number for UDP.
    const opened = server.listen({ port, variable }, host)
    ports.datagrams[port] = await (planned.port === 0 ? opened.catch(() => server.listen({ port: 0, variable }, host)) : opened)
    this.#udp.push(server)
    return port
  }

  #sweep(): void {
    const now = this.context.now()
    this.context.registry.sweep(now)
    this.#tcp.sweep()
    for (const server of this.#udp) server.sweep(now)
  }
}
