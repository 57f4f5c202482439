import type { LiveServerMessage } from '@roadbook/contracts'
import { WebSocket } from 'ws'

/** Milliseconds after which a connection that ended is opened again. */
const AGAIN_MS = 1_000

/** A viewer of the live map, as in a browser. If its connection ends, it connects again. */
export class LiveView {
  #socket: WebSocket | undefined
  #again: NodeJS.Timeout | undefined
  #isClosed = false
  #trouble: string | undefined = 'it does not answer'
  readonly #latest = new Map<string, number>()
  readonly #waiting = new Set<() => void>()

  /**
   * @param portal address of the portal, for example `https://fleet.example.com`
   * @param token API token that may use the live channel
   */
  constructor(
    private readonly portal: string,
    private readonly token: string,
  ) {
    this.#connect()
  }

  /** Reason why the view is not live. Undefined while the view is live. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** Returns the time of the newest position of the tracker on the map in milliseconds. -Infinity if the map shows none. */
  newest(imei: string): number {
    return this.#latest.get(imei) ?? -Infinity
  }

  /** Resolves when the map shows a position of the tracker that is as new as `positionedAt` (milliseconds) or newer. */
  async seen(imei: string, positionedAt: number, signal: AbortSignal): Promise<void> {
    const isSeen = () => this.newest(imei) >= positionedAt
    while (!isSeen() && !signal.aborted) await this.#change(signal)
  }

  /**
   * Opens a new connection. It is needed because a broken connection that was not closed looks like a map that does not
   * change.
   */
  reconnect(): void {
    this.#socket?.terminate()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    this.#socket?.terminate()
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiting.add(done)
      signal.addEventListener('abort', done)
    })
  }

  #connect(): void {
    const address = new URL('/api/v1/live', this.portal)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address, { handshakeTimeout: 10_000 })
    this.#socket = socket
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'authenticate', token: this.token }))
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'fleet' }))
    })
    socket.on('message', (data: Buffer) => this.#read(JSON.parse(data.toString()) as LiveServerMessage))
    // The event `close` follows.
    socket.on('error', (error) => (this.#trouble = error.message))
    socket.once('close', (code, reason) => {
      this.#trouble ??= `the connection ended (${code} ${reason.toString()})`
      if (!this.#isClosed) this.#again = setTimeout(() => this.#connect(), AGAIN_MS)
    })
  }

  #read(message: LiveServerMessage): void {
    if (message.type === 'error') this.#trouble = message.message
    if (message.type !== 'snapshot' && message.type !== 'positions') return
    this.#trouble = undefined
    for (const { imei, positioned_at } of message.positions)
      if (imei !== null && positioned_at !== null) this.#latest.set(imei, Date.parse(positioned_at))
    for (const changed of [...this.#waiting]) changed()
  }
}
