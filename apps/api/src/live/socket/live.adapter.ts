import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { INestApplication, WsMessageHandler } from '@nestjs/common'
import { AbstractWsAdapter } from '@nestjs/websockets'
import { type RawData, WebSocketServer } from 'ws'
import { LiveDoor } from './live-door.js'
import { MAX_MESSAGE_BYTES } from '../live-limits.js'
import { parseLiveRequest, UNKNOWN } from './live-request.js'
import type { LiveSocket } from './live-session.js'

/**
 * Runs Nest's gateway on the `ws` library, on the API's HTTP server. `LiveDoor` decides which handshakes are accepted. A
 * socket's messages reach their handlers and guards one after the other, so that no message overtakes an authentication in
 * progress.
 */
export class LiveAdapter extends AbstractWsAdapter {
  readonly #door: LiveDoor

  constructor(app: INestApplication) {
    super(app)
    this.#door = app.get(LiveDoor)
  }

  override create(): WebSocketServer {
    const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
    const server = this.httpServer as Server
    server.on('upgrade', (request, socket, head) => void this.upgrade(sockets, request, socket, head))
    return sockets
  }

  override bindClientDisconnect(socket: LiveSocket, onDisconnect: () => void): void {
    socket.once('close', onDisconnect)
  }

  /**
   * Called after the gateway has created the socket's session. Handlers answer through the session, so their return values are
   * not sent.
   */
  override bindMessageHandlers(socket: LiveSocket, handlers: WsMessageHandler[]): void {
    const handlerOf = (type: string) => handlers.find(({ message }) => message === type)?.callback
    socket.on('message', (data, isBinary) => {
      // A message is parsed only when it is its turn. Excess messages, and messages after the close, are therefore never
      // parsed.
      socket.session.inTurn(async () => {
        const request = isBinary ? undefined : parseLiveRequest(toText(data))
        const handle = handlerOf(request?.type ?? UNKNOWN) ?? handlerOf(UNKNOWN)
        await (handle?.(request) as Promise<unknown>)
      })
    })
  }

  private async upgrade(sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Ignores the error that occurs if a client resets the connection while it is being refused.
    socket.on('error', () => socket.destroy())
    const refusal = await this.#door.refusal(request)
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
  }
}

const toText = (data: RawData) => (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')
