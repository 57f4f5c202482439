import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Protocol } from '@roadbook/protocols'
import { Session, type SessionObserver } from './session.js'
import type { SessionContext } from './session-context.js'

export interface Listener {
  port: number
  /** One: the port is that protocol's own. Several: recognised by the first bytes. */
  protocols: readonly Protocol[]
}

const SWEEP_MS = 1_000
const FORGET_MS = 3_600_000
const LOG_EVERY_MS = 1_000

/** The listening sockets and the sessions on them: connection limits, time-outs, draining. */
export class GatewayServer implements SessionObserver {
  readonly sessions = new Set<Session>()
  #servers: Server[] = []
  #sweeper: NodeJS.Timeout | undefined
  readonly #strangersByAddress = new Map<string, number>()
  #strangers = 0
  #refusedSince = { at: 0, count: 0 }

  constructor(private readonly context: SessionContext) {}

  /** @returns the ports, in the order of the listeners; 0 was replaced by what the system chose. */
  async listen(listeners: readonly Listener[], host: string): Promise<number[]> {
    this.#sweeper = setInterval(() => this.sweep(), SWEEP_MS)
    return Promise.all(listeners.map((listener) => this.#listen(listener, host)))
  }

  readonly #forgetter = setInterval(() => this.context.registry.forget(this.context.now()), FORGET_MS).unref()

  /** Ends what is too long silent. Called every second; public for tests that own the clock. */
  sweep(): void {
    const now = this.context.now()
    this.context.registry.sweep(now)
    const { loginTimeoutMs, idleTimeoutMs } = this.context.limits
    for (const session of this.sessions) {
      if (session.state === 'awaitingLogin') {
        if (now - session.openedAt >= loginTimeoutMs) session.close('loginTimeout')
      } else if (!session.isPaused && now - session.lastReadAt >= idleTimeoutMs) session.close('idleTimeout')
    }
  }

  /** Stops accepting, lets what was read become durable and be acknowledged, then closes the connections. */
  async drain(): Promise<void> {
    clearInterval(this.#sweeper)
    clearInterval(this.#forgetter)
    await Promise.all(this.#servers.map((server) => new Promise<void>((resolve) => this.#stopAccepting(server, resolve))))
    await this.context.publisher.flush()
    for (const session of this.sessions) session.close('draining')
    await this.context.publisher.flush()
  }

  online(session: Session): void {
    this.#noLongerStranger(session)
  }

  closed(session: Session): void {
    this.sessions.delete(session)
    this.#noLongerStranger(session)
  }

  #stopAccepting(server: Server, resolve: () => void): void {
    server.close()
    resolve()
  }

  async #listen({ port, protocols }: Listener, host: string): Promise<number> {
    const server = createServer(
      { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 120_000 },
      (socket) => this.#accept(socket, protocols),
    )
    server.maxConnections = this.context.limits.connections
    // Out of file descriptors: the open sessions go on, and accepting resumes by itself.
    server.on('error', (error) => this.#refused(error.message))
    server.on('drop', () => this.#refused('too many connections'))
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    this.#servers.push(server)
    return (server.address() as AddressInfo).port
  }

  #accept(socket: Socket, protocols: readonly Protocol[]): void {
    const address = socket.remoteAddress ?? 'unknown'
    const { limits } = this.context
    const fromHere = this.#strangersByAddress.get(address) ?? 0
    if (this.#strangers >= limits.beforeLogin || fromHere >= limits.beforeLoginPerAddress) {
      this.#refused(`too many connections before login${fromHere >= limits.beforeLoginPerAddress ? ` from ${address}` : ''}`)
      socket.destroy()
      return
    }
    this.#strangers++
    this.#strangersByAddress.set(address, fromHere + 1)
    const session = new Session(socket, address, protocols, this.context, this)
    this.#counted.add(session)
    this.sessions.add(session)
  }

  /** Sessions that still count as strangers. */
  readonly #counted = new WeakSet<Session>()

  #noLongerStranger(session: Session): void {
    if (!this.#counted.delete(session)) return
    this.#strangers--
    const left = (this.#strangersByAddress.get(session.remoteAddress) ?? 1) - 1
    if (left > 0) this.#strangersByAddress.set(session.remoteAddress, left)
    else this.#strangersByAddress.delete(session.remoteAddress)
  }

  /** One log line a second, however hard the door is knocked at. */
  #refused(reason: string): void {
    this.context.metrics.closed.inc({ reason: 'refusedAtTheDoor' })
    this.#refusedSince.count++
    const now = this.context.now()
    if (now - this.#refusedSince.at < LOG_EVERY_MS) return
    this.context.logger.warn({ reason, refused: this.#refusedSince.count }, 'connections refused')
    this.#refusedSince = { at: now, count: 0 }
  }
}
