import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ClientLimits {
  /** Milliseconds within which a whole request (headers and body) must arrive, even if the client sends slowly. */
  requestMs?: number
  /** Milliseconds after which a socket without traffic in either direction is closed. */
  idleMs?: number
  sockets?: number
  socketsPerAddress?: number
  /**
   * Returns true for the address of a peer that many clients share, such as a proxy. Such an address has no limit.
   */
  isShared?: (address: string) => boolean
}

/** Interval in milliseconds at which deadlines are checked. A missed deadline is noticed at most this much later. */
const CHECK_MS = 2_000

/**
 * Creates an HTTP server with deadlines for clients and with limits on sockets. By default, Node waits five minutes for a
 * body and has no limits.
 */
export function createLimitedServer(
  { requestMs = 15_000, idleMs = 20_000, sockets = 4_000, socketsPerAddress = 200, isShared }: ClientLimits = {},
  listener?: RequestListener,
): Server {
  const deadlines = { headersTimeout: requestMs, requestTimeout: requestMs, keepAliveTimeout: idleMs }
  const server = createServer({ ...deadlines, connectionsCheckingInterval: CHECK_MS }, listener)
  server.setTimeout(idleMs)
  server.maxConnections = sockets
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isShared?.(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > socketsPerAddress) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
  return server
}
