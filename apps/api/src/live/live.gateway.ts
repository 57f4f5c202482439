import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { LiveCloseCode } from '@roadbook/contracts'
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler'
import { clientAddress, isConnectionLoss, type Logger } from '@roadbook/platform'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { AuthenticationService } from '../auth/authentication.service.js'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import { countOfAddress } from '../http/rate-limit.guard.js'
import { LiveMetrics } from './live.metrics.js'
import { LiveRepository } from './live.repository.js'
import {
  FRAME_INTERVAL_MS,
  HEARTBEAT_MS,
  LIVE_PATH,
  LOOKS_INTERVAL_MS,
  MAX_MESSAGE_BYTES,
  MAX_SOCKETS,
  PRIVACY_INTERVAL_MS,
  RIGHTS_INTERVAL_MS,
} from './live-limits.js'
import { LiveLooks } from './live-looks.js'
import { LiveRights } from './live-rights.js'
import { LiveRooms } from './live-rooms.js'
import { LiveSession } from './live-session.js'
import { LiveStrangers } from './live-strangers.js'
import { repeat } from './repeat.js'

const GOING_AWAY = 1001

/** The sockets of the live channel, on the HTTP server of the API. */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  readonly #sessions = new Map<WebSocket, LiveSession>()
  readonly #strangers = new LiveStrangers<LiveSession>()
  readonly #origins: ReadonlySet<string>
  readonly #silent = new WeakSet<WebSocket>()
  readonly #looking: { stop(): void }
  #timers: { stop(): void }[] = []

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly authentication: AuthenticationService,
    private readonly database: RequestDatabase,
    private readonly live: LiveRepository,
    private readonly rooms: LiveRooms,
    private readonly metrics: LiveMetrics,
    private readonly rights: LiveRights,
    private readonly looks: LiveLooks,
    @InjectThrottlerStorage() private readonly requests: ThrottlerStorage,
  ) {
    this.#origins = new Set(configuration.CORS_ORIGINS.map((address) => new URL(address).origin))
    this.#looking = repeat(LOOKS_INTERVAL_MS, () => this.noteLooks(), this.report)
  }

  /** What is done again and again while somebody is here. */
  private begin(): void {
    const { rights, rooms, report } = this
    this.#timers = [
      repeat(RIGHTS_INTERVAL_MS, () => rights.renew(this.#sessions.values()), report),
      repeat(PRIVACY_INTERVAL_MS, () => rooms.refresh(), report),
      repeat(FRAME_INTERVAL_MS, async () => this.catchUp(), report),
      repeat(HEARTBEAT_MS, async () => this.ping(), report),
    ]
  }

  private rest(): void {
    for (const timer of this.#timers) timer.stop()
  }

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server
    server.on('upgrade', (request, socket, head) => void this.upgrade(request, socket, head))
  }

  /** Before the HTTP server closes, because it waits for every socket. */
  beforeApplicationShutdown(): void {
    this.#looking.stop()
    this.rest()
    for (const session of this.#sessions.values()) session.close(GOING_AWAY, 'the server restarts')
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A peer that resets while it is refused is none of anybody's business.
    socket.on('error', () => socket.destroy())
    const refusal = this.refusal(request) ?? (await this.tooManyFrom(request))
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    this.#server.handleUpgrade(request, socket, head, (client) => this.welcome(client, request))
  }

  private refusal({ url, headers }: IncomingMessage): string | undefined {
    if (url?.split('?', 1)[0] !== LIVE_PATH) return '404 Not Found'
    if (!this.isOurOrigin(headers.origin, headers.host)) return '403 Forbidden'
    return this.#sessions.size >= MAX_SOCKETS ? '503 Service Unavailable' : undefined
  }

  /** No guard stands before an upgrade; it counts like any other request of its address. */
  private async tooManyFrom(request: IncomingMessage): Promise<string | undefined> {
    const { isBlocked, timeToBlockExpire } = await countOfAddress(this.requests, this.configuration, request)
    return isBlocked ? `429 Too Many Requests\r\nretry-after: ${Math.max(1, Math.ceil(timeToBlockExpire))}` : undefined
  }

  private clientOf({ socket, headers }: IncomingMessage): string {
    return this.configuration.TRUSTED_PROXIES.clientOf(socket.remoteAddress, headers['x-forwarded-for'])
  }

  /** Browsers always name the origin of the page; programs need not. */
  private isOurOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || this.#origins.has(origin)) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }

  private welcome(socket: WebSocket, request: IncomingMessage): void {
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
    socket.on('message', (data: RawData, isBinary) => session.receive(isBinary ? '' : toText(data)))
    socket.on('pong', () => this.#silent.delete(socket))
    // What is wrong with a frame ends in `close`; there is nothing else to do about it.
    socket.on('error', (error) => this.logger.debug({ err: error }, 'a live socket failed'))
    socket.on('close', () => {
      session.closed()
      this.#sessions.delete(socket)
      this.#strangers.delete(session)
      if (this.#sessions.size === 0) this.rest()
      metrics.clients.set(this.#sessions.size)
    })
  }

  /** One viewer after the other: whoever was written down within the hour costs nothing. */
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

const toText = (data: RawData) => (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')
