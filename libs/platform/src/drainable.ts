import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import { pause } from './pause.js'

export interface DrainLimits {
  /**
   * Milliseconds during which requests and connections are still accepted. Meanwhile load balancers notice that
   * `/health/ready` fails, and send their requests to other processes.
   */
  noticeMs: number
  /** Milliseconds that running requests have to finish after the server has stopped accepting new ones. */
  requestsMs?: number
}

interface Connection {
  underWay: Set<ServerResponse>
  stillSince: number
}

/** A connection that has been idle for this number of milliseconds is closed, because it is unlikely to send a request. */
const STILL_MS = 1_000
const LOOK_MS = 20

/**
 * Makes a server able to stop without interrupting clients. After the notice, the server stops listening and answers the
 * running requests. It marks each answer as the last one of its connection, and closes only idle connections. If it closed
 * a connection while a client sends a request, the client would get "connection reset" and would not know if the request
 * was processed. Answers are marked only after the port is closed. If they were marked earlier, clients would reconnect to
 * this server immediately.
 * @returns a function that stops the server. The function must be called only once
 */
export function drainable(server: Server): (limits: DrainLimits) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { underWay: new Set(), stillSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  // After an upgrade the handler of the new protocol closes the socket.
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

/**
 * Stops listening. Before that, it accepts the connections that wait in the port's queue, because the system resets
 * connections that are still in the queue.
 */
async function stopListening(server: Server): Promise<void> {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  // The `close` of an HTTP server also closes connections that are idle at this moment, even if a client is just sending
  // the next request on them. The `close` of a TCP server does not.
  TcpServer.prototype.close.call(server)
}
