import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls'
import type { Protocol } from '@roadbook/protocols'
import { Session, type SessionObserver } from '../session.js'
import type { SessionContext } from '../session-context.js'
import { awaitProxyHeader } from './await-proxy-header.js'
import { readCertificates, reloadCertificates, type TlsSettings } from './certificates.js'
import { Door } from './door.js'
import { listenError } from './listen-error.js'
import { plainAddress, type Networks } from '../networks.js'
import type { PlannedPort } from '@roadbook/protocols/port-plan'

/** A TCP port. With `tls` its connections are encrypted. */
export interface Listener extends PlannedPort {
  tls?: TlsSettings
}

export interface ServerOptions {
  context: SessionContext
  host: string
  /** Networks of the balancers. If present, every connection must begin with a balancer's header. */
  balancers?: Networks
}

const HANDSHAKE_MS = 10_000
/**
 * Maximum number of connections that wait until this process accepts them. It is large, so that no tracker has to try again
 * if a whole fleet reconnects at the same time. The operating system may have a lower limit.
 */
const BACKLOG = 4_096
const SOCKET_OPTIONS = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 120_000 }

/** Listening TCP sockets and their sessions, from the first byte to the last. */
export class TrackerServer implements SessionObserver {
  readonly sessions = new Set<Session>()
  readonly #door: Door
  /** Sessions that have not logged in, oldest first. */
  readonly #strangers = new Set<Session>()
  #servers: Server[] = []
  #onClose: (() => void)[] = []

  constructor(private readonly options: ServerOptions) {
    this.#door = new Door(options.context)
    options.context.metrics.halfFrames.bytes = () => {
      let bytes = 0
      for (const session of this.sessions) bytes += session.halfFrameBytes
      return bytes
    }
  }

  /**
   * @returns the port. A port 0 is replaced by the system's choice
   * @throws Error that names the variable of a port in use
   */
  async listen({ port, protocols, variable, tls }: Listener): Promise<number> {
    const secure = tls && this.#createTls(tls, protocols)
    const server = createServer(SOCKET_OPTIONS, (socket) => this.#accept(socket, protocols, secure))
    // This error occurs if no file descriptors are left. Open sessions continue, and the server accepts connections again as
    // soon as there are some.
    server.on('error', (error) => this.#door.refuse(error.message))
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(listenError(error, port, variable)))
      server.listen({ port, host: this.options.host, backlog: BACKLOG }, resolve)
    })
    this.#servers.push(server)
    return (server.address() as AddressInfo).port
  }

  /** Closes connections that were silent for too long or did not log in in time. It is called every second. */
  sweep(): void {
    const { context } = this.options
    const now = context.now()
    const { loginTimeoutMs, idleTimeoutMs } = context.limits
    for (const session of this.sessions) {
      if (session.state === 'awaitingLogin') {
        if (now - session.openedS * 1_000 >= loginTimeoutMs) session.close('loginTimeout')
      } else if (!session.isPaused && now - session.lastReadAt >= idleTimeoutMs) session.close('idleTimeout')
    }
  }

  stopAccepting(): void {
    for (const server of this.#servers) server.close()
    for (const end of this.#onClose) end()
  }

  online(session: Session): void {
    this.#strangers.delete(session)
    this.#door.noLongerStranger(session.remoteAddress)
  }

  closed(session: Session, wasStranger: boolean): void {
    this.sessions.delete(session)
    if (wasStranger) {
      this.#strangers.delete(session)
      this.#door.noLongerStranger(session.remoteAddress)
    }
    this.#door.left()
  }

  #sendStrangerAway(): boolean {
    const [longestHere] = this.#strangers
    longestHere?.close('tooManyStrangers')
    return longestHere !== undefined
  }

  #accept(socket: Socket, protocols: readonly Protocol[], secure: TlsServer | undefined): void {
    const peer = addressOf(socket)
    if (!this.#door.enter(() => this.#sendStrangerAway())) return void socket.destroy()
    const { balancers } = this.options
    if (!balancers) return this.#welcome(socket, peer, protocols, secure)
    socket.on('error', ignore)
    if (!balancers.has(peer)) return this.#turnAway(socket, 'untrustedBalancer')
    awaitProxyHeader(
      socket,
      (address) => this.#welcome(socket, address === undefined ? peer : plainAddress(address), protocols, secure),
      (reason) => this.#turnAway(socket, reason),
    )
  }

  /** Accepts a connection whose address is known. A TLS handshake may follow. */
  #welcome(socket: Socket, from: string, protocols: readonly Protocol[], secure: TlsServer | undefined): void {
    const address = this.#door.canonical(from)
    if (!this.#door.comesFrom(address)) return this.#turnAway(socket, undefined)
    if (!secure) {
      // Removes Node's own listener, which only sockets without allowHalfOpen need. With a single listener Node needs no list
      // of listeners, which saves memory.
      socket.removeAllListeners('end')
      this.#open(socket, address, protocols, undefined)
      // The socket was paused while the balancer's header was read.
      if (socket.isPaused()) socket.resume()
      return
    }
    const key = keyOf(socket)
    const arrival = { address, isOpened: false }
    this.#arrivals.set(key, arrival)
    socket.once('close', () => {
      this.#arrivals.delete(key)
      if (!arrival.isOpened) this.#gone(address, 'handshakeFailed')
    })
    secure.emit('connection', socket)
  }

  /** Connections during their TLS handshake, by the two ends of the socket. */
  readonly #arrivals = new Map<string, { address: string; isOpened: boolean }>()

  #createTls(settings: TlsSettings, protocols: readonly Protocol[]): TlsServer {
    const { logger } = this.options.context
    const secure = createTlsServer({
      ...readCertificates(settings),
      ...SOCKET_OPTIONS,
      handshakeTimeout: HANDSHAKE_MS,
      requestCert: settings.clientCertificate !== 'off',
      rejectUnauthorized: settings.clientCertificate === 'required',
    })
    secure.on('secureConnection', (socket) => {
      const arrival = this.#arrivals.get(keyOf(socket))
      if (!arrival) return void socket.destroy()
      arrival.isOpened = true
      this.#open(socket, arrival.address, protocols, fingerprintOf(socket))
    })
    secure.on('tlsClientError', (error, socket) => {
      logger.debug({ err: error }, 'a TLS handshake failed')
      socket.destroy()
    })
    this.#onClose.push(reloadCertificates(secure, settings, logger))
    return secure
  }

  #open(stream: Duplex, address: string, protocols: readonly Protocol[], certificate: string | undefined): void {
    const session = new Session(stream, address, protocols, this.options.context, this, certificate)
    this.sessions.add(session)
    this.#strangers.add(session)
  }

  /** @param reason undefined if the refusal was counted before */
  #turnAway(socket: Socket, reason: string | undefined): void {
    socket.on('error', ignore)
    socket.destroy()
    this.#gone(undefined, reason)
  }

  #gone(address: string | undefined, reason: string | undefined): void {
    this.#door.noLongerStranger(address)
    this.#door.left()
    if (reason) this.options.context.metrics.closed.inc({ reason })
  }
}

/** Returns the peer's address. Clears the three address strings that Node would keep with every socket, to save memory. */
function addressOf(socket: Socket): string {
  const address = plainAddress(socket.remoteAddress ?? '')
  Reflect.set(socket, '_peername', undefined)
  return address
}

const ignore = (): void => undefined
const keyOf = ({ remoteAddress, remotePort, localPort }: Socket): string => `${remoteAddress}|${remotePort}|${localPort}`

/** Returns the SHA-256 of the tracker's certificate if it is trusted. */
function fingerprintOf(socket: TLSSocket): string | undefined {
  if (!socket.authorized) return undefined
  return socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase()
}
