import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { readCertificates, reloadCertificates } from '../listeners/certificates.js'
import { listenError } from '../listeners/listen-error.js'
import { plainAddress } from '../networks.js'
import type { SessionContext } from '../session-context.js'
import { FAULT, NOT_NOW, tooLarge, WRONG_SECRET, type Answer } from './answers.js'
import { Intake } from './intake.js'
import { Bodies } from './read-body.js'
import { routeOf } from './routes.js'
import { Secret } from './secret.js'
import { MOST_FORWARDING_CONNECTIONS, type ForwardingSettings } from './settings.js'
import { ThrottledWarning } from './throttled-warning.js'

/**
 * Maximum milliseconds between the end of a request's body and its answer. If the data is not durable by then, the request
 * gets 503. This is less than the 5 s that Traccar waits (`client.readTimeout`). If the data becomes durable later, and
 * Traccar repeats it, the consumer process stores it only once.
 */
const PATIENCE_MS = 4_000
/** Maximum milliseconds for which a stopping gateway waits for open requests. */
const LAST_ANSWERS_MS = PATIENCE_MS + 1_000
/**
 * Maximum number of bytes of a request's head. It is large, because Traccar with `forward.type` `url` sends all attributes in
 * the query.
 */
const LARGEST_HEAD = 65_536
/** Maximum number of bytes in the bodies of all requests that are being read or wait for the event log. */
const ROOM_FOR_BODIES = 32 * 1024 * 1024
const HANDSHAKE_MS = 10_000
const SERVER_OPTIONS = {
  maxHeaderSize: LARGEST_HEAD,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  // Interval at which Node checks the time-outs above.
  connectionsCheckingInterval: 2_000,
}

/**
 * HTTP port for servers that forward positions. If a request does not contain the secret, its body is not read. The status 200
 * means that everything in the request is durable.
 */
export class ForwardingServer {
  readonly #server: Server
  readonly #secret: Secret
  readonly #intake: Intake
  readonly #bodies = new Bodies(ROOM_FOR_BODIES)
  /**
   * All connections, also those during their TLS handshake. These are listed here because Node's `closeAllConnections` does
   * not close a connection during its handshake.
   */
  readonly #sockets = new Set<Socket>()
  readonly #refusals: ThrottledWarning
  readonly #troubles: ThrottledWarning
  readonly #stopReloading: () => void = () => undefined

  constructor(
    private readonly context: SessionContext,
    private readonly settings: ForwardingSettings,
  ) {
    this.#secret = new Secret(settings.secret)
    this.#intake = new Intake(context)
    this.#refusals = new ThrottledWarning(context, 'forwarded requests refused')
    this.#troubles = new ThrottledWarning(context, 'connections of forwarding servers not accepted')
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response)
    const { tls } = settings
    if (tls) {
      const secure = createSecureServer({ ...SERVER_OPTIONS, ...readCertificates(tls), handshakeTimeout: HANDSHAKE_MS }, listener)
      this.#stopReloading = reloadCertificates(secure, tls, context.logger)
      this.#server = secure
    } else this.#server = createServer(SERVER_OPTIONS, listener)
    this.#server.maxConnections = MOST_FORWARDING_CONNECTIONS
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    // This error occurs if no file descriptors are left. The server accepts connections again as soon as there are some.
    this.#server.on('error', (error) => this.#troubles.give({ err: error }))
  }

  /**
   * @returns the port. A port 0 is replaced by the system's choice
   * @throws Error that names the variable of a port in use
   */
  async open(): Promise<number> {
    const { port, host } = this.settings
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(listenError(error, port, 'FORWARDING_PORT')))
      this.#server.listen({ port, host }, resolve)
    })
    return (this.#server.address() as AddressInfo).port
  }

  /** Stops accepting requests. Running requests are still answered, if their data becomes durable in time. */
  async close(): Promise<void> {
    this.#stopReloading()
    if (!this.#server.listening) return
    const force = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), LAST_ANSWERS_MS)
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeIdleConnections()
    })
    clearTimeout(force)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const remoteAddress = plainAddress(request.socket.remoteAddress ?? '')
    let answer: Answer
    try {
      answer = await this.#answer(request, remoteAddress)
    } catch (error) {
      if (!request.complete && request.destroyed) return
      this.context.logger.error({ err: error, remoteAddress }, 'a forwarded request could not be handled')
      answer = FAULT
    }
    if (answer.status >= 400) this.#refusals.give({ remoteAddress, status: answer.status, ...answer.body })
    this.context.metrics.forwarded.inc({ status: answer.status })
    write(response, answer, request.complete && this.#server.listening)
  }

  async #answer(request: IncomingMessage, remoteAddress: string): Promise<Answer> {
    if (!this.#secret.isIn(request.headers.authorization)) return WRONG_SECRET
    const route = routeOf(request, remoteAddress, this.#intake)
    if ('status' in route) return route
    if (this.#isBehind) return NOT_NOW
    const body = await this.#bodies.read(request, route.mostBytes)
    if (body === 'tooLarge') return tooLarge(route.mostBytes)
    if (body === 'noRoom') return NOT_NOW
    if (this.#isBehind) {
      body.release()
      return NOT_NOW
    }
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<Answer>((resolve) => (timer = setTimeout(() => resolve(NOT_NOW), PATIENCE_MS)))
    try {
      // If the request gets 503 because of the time limit, its body stays in memory until its data is durable.
      return await Promise.race([route.handle(body.bytes).finally(() => body.release()), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  /** True while the event log accepts nothing, or accepts less than arrives. */
  get #isBehind(): boolean {
    const { publisher } = this.context
    return publisher.isFull || publisher.trouble !== undefined
  }
}

/** @param mayStay false if the rest of the request was not received or the port is closing. The connection then ends */
function write(response: ServerResponse, { status, body, headers }: Answer, mayStay: boolean): void {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`)
  const ending = mayStay ? {} : { Connection: 'close' }
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers, ...ending })
  response.end(bytes)
}
