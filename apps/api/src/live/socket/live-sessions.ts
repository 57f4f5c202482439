import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common'
import { LiveCloseCode } from '@roadbook/contracts'
import { clientAddress, isConnectionLoss, type Logger } from '@roadbook/platform'
import type { WebSocket } from 'ws'
import { AuthenticationService } from '../../auth/authentication.service.js'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { FRAME_INTERVAL_MS, HEARTBEAT_MS, LOOKS_INTERVAL_MS, PRIVACY_INTERVAL_MS, RIGHTS_INTERVAL_MS } from '../live-limits.js'
import { LiveLooks } from '../live-looks.js'
import { LiveMetrics } from '../live.metrics.js'
import { LiveRepository } from '../live.repository.js'
import { LiveRights } from './live-rights.js'
import { LiveRooms } from '../live-rooms.js'
import { LiveSession } from './live-session.js'
import { LiveStrangers } from './live-strangers.js'
import { repeat } from './repeat.js'

const GOING_AWAY = 1001

/** All connected sessions. Runs periodic work while there is at least one. */
@Injectable()
export class LiveSessions implements BeforeApplicationShutdown {
  readonly #sessions = new Map<WebSocket, LiveSession>()
  readonly #strangers = new LiveStrangers<LiveSession>()
  readonly #silent = new WeakSet<WebSocket>()
  readonly #looking: { stop(): void }
  #timers: { stop(): void }[] = []

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly authentication: AuthenticationService,
    private readonly database: RequestDatabase,
    private readonly live: LiveRepository,
    private readonly rooms: LiveRooms,
    private readonly metrics: LiveMetrics,
    private readonly rights: LiveRights,
    private readonly looks: LiveLooks,
  ) {
    this.#looking = repeat(LOOKS_INTERVAL_MS, () => this.noteLooks(), this.report)
  }

  get size(): number {
    return this.#sessions.size
  }

  welcome(socket: WebSocket, request: IncomingMessage): LiveSession {
    const { authentication, database, live, rooms, metrics, looks } = this
    const origin = { remoteAddress: this.clientOf(request), requestId: randomUUID() }
    const onError = this.report
    const onAuthenticated = (one: LiveSession) => this.#strangers.delete(one)
    const parts = { authentication, database, live, rooms, metrics, looks, origin, onAuthenticated, onError }
    const session = new LiveSession(socket, parts)
    this.#sessions.set(socket, session)
    if (this.#sessions.size === 1) this.begin()
    this.#strangers.add(session, clientAddress(request, this.configuration.TRUSTED_PROXIES))
    metrics.clients.set(this.#sessions.size)
    socket.on('pong', () => this.#silent.delete(socket))
    // Only logs the error. An invalid frame also causes the event `close`, whose listener cleans up.
    socket.on('error', (error) => this.logger.debug({ err: error }, 'a live socket failed'))
    return session
  }

  /** Removes a closed socket. */
  farewell(socket: WebSocket): void {
    const session = this.#sessions.get(socket)
    if (!session) return
    session.closed()
    this.#sessions.delete(socket)
    this.#strangers.delete(session)
    if (this.#sessions.size === 0) this.stopTimers()
    this.metrics.clients.set(this.#sessions.size)
  }

  /** Closes all sockets. Nest then closes the WebSocket server, which waits until all sockets are closed. */
  beforeApplicationShutdown(): void {
    this.#looking.stop()
    this.stopTimers()
    for (const session of this.#sessions.values()) session.close(GOING_AWAY, 'the server restarts')
  }

  /** Starts the periodic work, which runs while somebody is connected. */
  private begin(): void {
    const { rights, rooms, report } = this
    this.#timers = [
      repeat(RIGHTS_INTERVAL_MS, () => rights.renew(this.#sessions.values()), report),
      repeat(PRIVACY_INTERVAL_MS, () => rooms.refresh(), report),
      repeat(FRAME_INTERVAL_MS, async () => this.catchUp(), report),
      repeat(HEARTBEAT_MS, async () => this.ping(), report),
    ]
  }

  private stopTimers(): void {
    for (const timer of this.#timers) timer.stop()
  }

  private clientOf({ socket, headers }: IncomingMessage): string {
    return this.configuration.TRUSTED_PROXIES.clientOf(socket.remoteAddress, headers['x-forwarded-for'])
  }

  /**
   * Records the views of one viewer after the other. If a viewer's views were all recorded within the last hour, no query
   * runs for this viewer.
   */
  private async noteLooks(): Promise<void> {
    for (const { viewer } of this.#sessions.values()) if (viewer) await this.looks.note(viewer)
  }

  private catchUp(): void {
    for (const session of this.#sessions.values()) {
      if (session.outbox.catchUp()) continue
      session.fail('slow_client', 'nothing was read for too long', LiveCloseCode.tooSlow)
    }
  }

  private ping(): void {
    for (const socket of this.#sessions.keys()) {
      if (this.#silent.has(socket)) socket.terminate()
      this.#silent.add(socket)
      socket.ping()
    }
  }

  private readonly report = (error: unknown): void => {
    this.logger[isConnectionLoss(error) ? 'warn' : 'error']({ err: error }, 'the live channel met an error')
  }
}
