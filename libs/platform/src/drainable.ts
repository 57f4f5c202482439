import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import { pause } from './pause.js'

export interface DrainLimits {
  /**
   * Milliseconds during which requests and connections are still accepted. Meanwhile load balancers see `/health/ready` fail and
   * send requests elsewhere.
   */
  noticeMs: number
  /** Milliseconds that running requests have to finish, once nothing new is accepted. */
  requestsMs?: number
}

interface Connection {
  underWay: Set<ServerResponse>
  stillSince: number
}

/** A connection idle for this long is unlikely to send a request. */
const STILL_MS = 1_000
const LOOK_MS = 20

/**
 * Lets a server end without cutting off clients. After the notice it stops listening, running requests are answered, each answer
 * is marked as the last of its connection, and only idle connections are closed. A client that sends a request while its
 * connection is closed would see "connection reset" and not know whether the request was processed. Answers are marked only once
 * the port is closed, because the client would otherwise reconnect to it at once.
 * @returns a function that ends the server; call it once
 */
export function drainable(server: Server): (limits: DrainLimits) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { underWay: new Set(), stillSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  // After an upgrade the handler of the other protocol ends the socket.
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => connections.delete(socket))
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    connection?.underWay.add(response)
    if (isDraining) sayLast(response)
    response.once('close', () => {
      connection?.underWay.delete(response)
      if (connection) connection.stillSince = performance.now()
    })
  })
  return async ({ noticeMs, requestsMs = 4_000 }) => {
    await pause(noticeMs)
    await stopListening(server)
    isDraining = true
    for (const { underWay } of connections.values()) for (const response of underWay) sayLast(response)
    const end = performance.now() + requestsMs
    while (connections.size > 0 && performance.now() < end) {
      for (const [socket, { underWay, stillSince }] of connections)
        if (underWay.size === 0 && performance.now() - stillSince >= STILL_MS) socket.destroy()
      await pause(LOOK_MS)
    }
    for (const socket of connections.keys()) socket.destroy()
  }
}

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/** Accepts connections waiting in the port's queue first, because the system resets those left in it. */
async function stopListening(server: Server): Promise<void> {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  // An HTTP server's own `close` also closes connections that are idle at this moment, even if their next request is on its way.
  TcpServer.prototype.close.call(server)
}
