import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What a bad network does to what a tracker sends and, for `delayMs` and silence, to what it is answered. */
export interface Faults {
  /** Every piece is that late, one after the other. */
  delayMs?: number
  /** Forwards so few bytes at a time … */
  pieceBytes?: number
  /** … and waits so long in between. */
  pieceEveryMs?: number
  /** Collects what comes within so long and forwards it in one write. */
  coalesceMs?: number
  /** Asked for every connection: after how many bytes of the tracker it is cut, both ways, perhaps mid-frame. */
  cutAfterBytes?: () => number | undefined
  /** Asked for every connection: from which byte of the server's answers on they vanish, so that what was taken comes again. */
  muteAfterBytes?: () => number | undefined
}

export interface Target {
  host?: string
  port: number
}

export interface FaultProxyOptions {
  /** Asked for every connection, so that it can balance; `undefined` refuses. */
  target: () => Target | undefined
  faults?: Faults
  /** Where it listens. Default the loopback, a port that the system chooses. */
  host?: string
}

interface Pair {
  client: Socket
  server: Socket
}

/** A TCP proxy in front of one or several servers that treats what passes as a bad network would. */
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

  /** Connections to the server, those that their client has left included. */
  get connections(): number {
    return this.#pairs.size
  }

  /** From now on nothing passes either way and nobody is told, until {@link resume}. */
  fallSilent(): void {
    this.#isSilent = true
  }

  resume(): void {
    this.#isSilent = false
    for (const wake of this.#wake.splice(0)) wake()
  }

  /** Ends all connections, both ways, with a reset. */
  cut(): void {
    for (const pair of this.#pairs) this.#end(pair)
  }

  /** The clients are gone; the server is not told: its sockets are half open. */
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
    // A client that was abandoned has not said goodbye.
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

// Sleep: so late is all that passes.
const late = (ms: number) => pause(ms)

/** What a socket receives; ends, without an error, however the socket does. */
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
