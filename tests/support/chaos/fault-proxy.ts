import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Faults of a bad network in the data that a tracker sends. `delayMs` and {@link FaultProxy.fallSilent} also affect the
 * answers to the tracker.
 */
export interface Faults {
  /** Delay of every piece in milliseconds. The order of the pieces stays the same. */
  delayMs?: number
  /** Forwards at most this many bytes at a time. */
  pieceBytes?: number
  /** Pause in milliseconds between two pieces of `pieceBytes`. */
  pieceEveryMs?: number
  /** Collects bytes for this many milliseconds, and then forwards them in one write. */
  coalesceMs?: number
  /**
   * Called for every connection. Returns a number of bytes. After so many bytes from the tracker, the connection is closed
   * in both directions, perhaps in the middle of a frame.
   */
  cutAfterBytes?: () => number | undefined
  /**
   * Called for every connection. Returns a number of bytes. After so many bytes of answers, all further answers of the
   * server are lost, so the tracker repeats packets that were accepted.
   */
  muteAfterBytes?: () => number | undefined
}

export interface Target {
  host?: string
  port: number
}

export interface FaultProxyOptions {
  /**
   * Called for every connection. Returns the server for this connection, so it can balance the load. `undefined` refuses
   * the connection.
   */
  target: () => Target | undefined
  faults?: Faults
  /** Address to listen on. Default: the loopback, on a port that the system chooses. */
  host?: string
}

interface Pair {
  client: Socket
  server: Socket
}

/** TCP proxy in front of one or several servers. It disturbs traffic as a bad network does. */
export class FaultProxy {
  faults: Faults
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #isSilent = false
  #wake: (() => void)[] = []

  private constructor(private readonly options: FaultProxyOptions) {
    this.faults = options.faults ?? {}
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client))
  }

  static async open(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options)
    proxy.#server.listen(0, options.host ?? '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Number of connections to the server. Connections whose client has already gone are included. */
  get connections(): number {
    return this.#pairs.size
  }

  /** Drops everything in both directions without a notice to either side, until {@link resume}. */
  fallSilent(): void {
    this.#isSilent = true
  }

  resume(): void {
    this.#isSilent = false
    for (const wake of this.#wake.splice(0)) wake()
  }

  /** Resets all connections, in both directions. */
  cut(): void {
    for (const pair of this.#pairs) this.#end(pair)
  }

  /** Removes the clients without a notice to the server. The server's sockets then stay half open. */
  abandonClients(): void {
    for (const { client } of this.#pairs) client.resetAndDestroy()
  }

  async close(): Promise<void> {
    this.resume()
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(client: Socket): void {
    const target = this.options.target()
    client.on('error', () => client.destroy())
    if (!target) return void client.resetAndDestroy()
    const server = connect({ host: target.host ?? '127.0.0.1', port: target.port, allowHalfOpen: true, noDelay: true })
    const pair = { client, server }
    this.#pairs.add(pair)
    server.on('error', () => server.destroy())
    server.once('close', () => this.#end(pair))
    void this.#upstream(pair)
    void this.#downstream(pair)
  }

  async #upstream(pair: Pair): Promise<void> {
    const { client, server } = pair
    let left = this.faults.cutAfterBytes?.() ?? Infinity
    for await (const chunk of incoming(client, () => this.faults.coalesceMs)) {
      await this.#passable()
      const { delayMs, pieceBytes = chunk.length, pieceEveryMs = 0 } = this.faults
      if (delayMs) await late(delayMs)
      for (let at = 0; at < chunk.length && left > 0; at += pieceBytes) {
        if (at > 0) await late(pieceEveryMs)
        const piece = chunk.subarray(at, Math.min(at + pieceBytes, at + left, chunk.length))
        left -= piece.length
        if (!server.destroyed && !server.write(piece)) await drained(server)
      }
      if (left <= 0) return this.#end(pair)
    }
    // An abandoned client has sent no FIN, so the server must not get one.
    if (client.readableEnded) server.end()
  }

  async #downstream({ client, server }: Pair): Promise<void> {
    let left = this.faults.muteAfterBytes?.() ?? Infinity
    for await (const chunk of incoming(server)) {
      await this.#passable()
      if (this.faults.delayMs) await late(this.faults.delayMs)
      const heard = chunk.subarray(0, Math.min(chunk.length, left))
      left -= heard.length
      if (heard.length > 0 && !client.destroyed && !client.write(heard)) await drained(client)
    }
    if (server.readableEnded) client.end()
  }

  async #passable(): Promise<void> {
    while (this.#isSilent) await new Promise<void>((resolve) => this.#wake.push(resolve))
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.client.resetAndDestroy()
    pair.server.resetAndDestroy()
  }
}

// Sleep: a delay of everything that passes the proxy.
const late = (ms: number) => pause(ms)

/** Yields what a socket receives. Ends without an error, even if the socket has failed. */
async function* incoming(socket: Socket, coalesceMs: () => number | undefined = () => undefined): AsyncGenerator<Buffer> {
  while (!socket.destroyed && !socket.readableEnded) {
    const together = coalesceMs()
    if (together) await late(together)
    const chunk = socket.read() as Buffer | null
    if (chunk) yield chunk
    else await readable(socket)
  }
}

const readable = (socket: Socket) => anyOf(socket, 'readable', 'end', 'close')
const drained = (socket: Socket) => anyOf(socket, 'drain', 'close')

function anyOf(socket: Socket, ...events: string[]): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    const done = () => {
      for (const event of events) socket.off(event, done)
      resolve()
    }
    for (const event of events) socket.once(event, done)
  })
}
