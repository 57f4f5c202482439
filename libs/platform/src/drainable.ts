import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import { pause } from './pause.js'

export interface DrainLimits {
  /** So long requests and connections are still taken: whoever balances looks at `/health/ready` and sends others elsewhere. */
  noticeMs: number
  /** So long requests under way get to end, once nothing new is taken. */
  requestsMs?: number
}

interface Connection {
  underWay: Set<ServerResponse>
  stillSince: number
}

/** On a connection that was still for so long nobody is about to ask. */
const STILL_MS = 1_000
const LOOK_MS = 20

/**
 * Lets a server end without cutting anybody off: after the notice it listens no more, requests under way are answered, each answer says
 * that it is the last one of its connection, and only connections on which nothing happens are closed. What asks while a connection is
 * closed would read "connection reset", and could not know whether its request was done. Whoever is told so before the port is closed
 * would come back to it in that very moment.
 * @returns what ends it; called once
 */
export function drainable(server: Server): (limits: DrainLimits) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { underWay: new Set(), stillSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  // What has become another protocol's is ended by whoever speaks it.
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

/** Whoever waits in the queue of the port is let in first: the system resets those that are still in it. */
async function stopListening(server: Server): Promise<void> {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  // An HTTP server's own `close` cuts connections that are still at this moment, also when their next request is on its way.
  TcpServer.prototype.close.call(server)
}
