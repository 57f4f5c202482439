import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ClientLimits {
  /** A request, its headers and body, has this long to arrive, however it is dripped. */
  requestMs?: number
  /** A socket on which nothing happens, in either direction. */
  idleMs?: number
  sockets?: number
  socketsPerAddress?: number
  /** Peers behind which many people are: proxies of our own. */
  isShared?: (address: string) => boolean
}

/** How late a deadline may be noticed. */
const CHECK_MS = 2_000

/**
 * An HTTP server whose clients have deadlines and whose sockets have a ceiling: Node's defaults wait five minutes for a body
 * and count nothing.
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
