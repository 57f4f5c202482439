import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readCertificates, reloadCertificates } from '../listeners/certificates.js'
import { listenError } from '../listeners/listen-error.js'
import { plainAddress } from '../networks.js'
import type { SessionContext } from '../session-context.js'
import { FAULT, NOT_NOW, WRONG_SECRET, type Answer } from './answers.js'
import { Intake } from './intake.js'
import { handle } from './routes.js'
import { Secret } from './secret.js'
import type { ForwardingSettings } from './settings.js'

/**
 * Time after which a request whose data is not durable yet is answered with 503, in milliseconds. Less than the 5 s that Traccar
 * waits (`client.readTimeout`). The data may still become durable; the consumer stores the repetition only once.
 */
const PATIENCE_MS = 4_000
/** Time that open requests have when the gateway stops. */
const LAST_ANSWERS_MS = PATIENCE_MS + 1_000
/** The query of `forward.type` `url` may contain all attributes. */
const LARGEST_HEAD = 65_536
/** A forwarding server keeps a few connections open. */
const MOST_CONNECTIONS = 200
const SERVER_OPTIONS = { maxHeaderSize: LARGEST_HEAD, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 }

/** HTTP port for servers that forward positions. Without the secret nothing is read. A 200 says that everything is durable. */
export class ForwardingServer {
  readonly #server: Server
  readonly #secret: Secret
  readonly #intake: Intake
  readonly #stopReloading: () => void = () => undefined

  constructor(
    private readonly context: SessionContext,
    private readonly settings: ForwardingSettings,
  ) {
    this.#secret = new Secret(settings.secret)
    this.#intake = new Intake(context)
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response)
    const { tls } = settings
    if (tls) {
      const secure = createSecureServer({ ...SERVER_OPTIONS, ...readCertificates(tls) }, listener)
      this.#stopReloading = reloadCertificates(secure, tls, context.logger)
      this.#server = secure
    } else this.#server = createServer(SERVER_OPTIONS, listener)
    this.#server.maxConnections = MOST_CONNECTIONS
  }

  /** @returns the port; 0 is replaced by the system's choice. @throws Error that names the variable of a port in use */
  async open(): Promise<number> {
    const { port, host } = this.settings
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(listenError(error, port, 'FORWARDING_PORT')))
      this.#server.listen({ port, host }, resolve)
    })
    return (this.#server.address() as AddressInfo).port
  }

  /** Stops accepting requests and answers those under way, as far as their data becomes durable in time. */
  async close(): Promise<void> {
    this.#stopReloading()
    if (!this.#server.listening) return
    const force = setTimeout(() => this.#server.closeAllConnections(), LAST_ANSWERS_MS)
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
      if (!request.readableEnded && request.destroyed) return
      this.context.logger.error({ err: error, remoteAddress }, 'a forwarded request could not be handled')
      answer = FAULT
    }
    if (answer.status >= 400)
      this.context.logger.info({ remoteAddress, status: answer.status, ...answer.body }, 'a forwarded request was refused')
    this.context.metrics.forwarded.inc({ status: answer.status })
    write(response, answer, request.readableEnded && this.#server.listening)
  }

  async #answer(request: IncomingMessage, remoteAddress: string): Promise<Answer> {
    if (!this.#secret.isIn(request.headers.authorization)) return WRONG_SECRET
    const { publisher } = this.context
    if (publisher.isFull || publisher.trouble) return NOT_NOW
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<Answer>((resolve) => (timer = setTimeout(() => resolve(NOT_NOW), PATIENCE_MS)))
    try {
      return await Promise.race([handle(request, remoteAddress, this.#intake), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** @param mayStay false: the rest of the request was not read, or the port is closing, so the connection ends */
function write(response: ServerResponse, { status, body, headers }: Answer, mayStay: boolean): void {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`)
  const ending = mayStay ? {} : { Connection: 'close' }
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers, ...ending })
  response.end(bytes)
}
