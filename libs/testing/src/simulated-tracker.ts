import { connect, type Socket } from 'node:net'
import type { Fix } from '@roadbook/contracts'
import { type Protocol, type TrackerEncoder, findProtocol } from '@roadbook/protocols'
import { backoffMs, type BackoffLimits } from './backoff.js'
import { RecordQueue, type RecordOrder } from './record-queue.js'

export interface SimulatedTrackerOptions {
  imei: string
  host: string
  port: number
  /** Protocol of the tracker. It must have an encoder for the tracker's side. Default: Teltonika. */
  protocol?: Protocol
  /** Loopback address to connect from. Many trackers need several, because each address has a limited number of ports. */
  localAddress?: string
  /** Default 20, which is the usual configuration of devices. */
  recordsPerPacket?: number
  order?: RecordOrder
  /** Time-out for a reply, after which the connection is closed and opened again (device parameter 1001). Default 30 s. */
  responseTimeoutMs?: number
  backoff?: BackoffLimits
  random?: () => number
  /**
   * Called with the fixes of a packet when the server's acknowledgement has been read. From then on the server must never
   * lose these fixes.
   */
  onAcknowledged?: (fixes: readonly Fix[]) => void
  /** Returns the device's reply to a command. `undefined` means no reply. */
  onCommand?: (text: string) => string | undefined
  /**
   * Called when a connection has ended and another attempt follows. Either a reply timed out, the login was refused, or the
   * connection was lost.
   */
  onInterrupted?: (during: Interruption) => void
}

export type Interruption = 'connecting' | 'login' | 'link'

type State = 'stopped' | 'offline' | 'connecting' | 'awaitingLogin' | 'ready' | 'awaitingAcknowledgement'

const RESPONSE_TIMEOUT_MS = 30_000
const BACKOFF: BackoffLimits = { firstMs: 500, largestMs: 60_000 }

/**
 * A tracker as the server sees it. The tracker logs in, sends one packet and waits for the acknowledgement. If no
 * acknowledgement comes, the tracker sends the same bytes again. It reconnects with growing pauses, and keeps every fix
 * until the fix is acknowledged.
 */
export class SimulatedTracker {
  #state: State = 'stopped'
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #waiting: { resolve: () => void; reject: (reason: Error) => void }[] = []
  readonly #queue: RecordQueue
  readonly #encoder: TrackerEncoder

  constructor(private readonly options: SimulatedTrackerOptions) {
    const protocol = options.protocol ?? findProtocol('teltonika')
    if (!protocol?.tracker) throw new Error(`protocol ${protocol?.name} has no tracker side`)
    const encoder = protocol.tracker
    this.#encoder = encoder
    this.#queue = new RecordQueue(options.order ?? 'oldestFirst', options.recordsPerPacket ?? 20, (fixes) =>
      encoder.packet(options.imei, fixes),
    )
  }

  get imei(): string {
    return this.options.imei
  }

  get state(): State {
    return this.#state
  }

  /** Number of fixes not yet acknowledged. */
  get pending(): number {
    return this.#queue.size
  }

  /** Connects, and reconnects until {@link stop} or {@link sleep}. */
  start(): void {
    if (this.#state === 'stopped') this.#connect()
  }

  /** Buffers the fixes, and sends them as soon as the connection allows it. */
  report(...fixes: readonly Fix[]): void {
    this.#queue.add(fixes)
    this.#sendNext()
  }

  /** Resolves when all reported fixes are acknowledged. Rejects if the tracker is stopped before that. */
  flush(): Promise<void> {
    if (this.pending === 0) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /**
   * Closes the connection and continues to buffer fixes, as in deep sleep or without coverage. {@link start} wakes the
   * tracker.
   */
  sleep(): void {
    this.#state = 'stopped'
    this.#failures = 0
    this.#hangUp()
  }

  /** Closes the connection permanently. Pending fixes stay unacknowledged. */
  stop(): void {
    this.sleep()
    for (const { reject } of this.#waiting.splice(0))
      reject(new Error(`tracker ${this.imei} stopped, ${this.pending} fixes pending`))
  }

  #connect(): void {
    this.#state = 'connecting'
    const { host, port, localAddress, imei } = this.options
    const socket = connect({ host, port, localAddress, noDelay: true })
    this.#socket = socket
    this.#received = Buffer.alloc(0)
    this.#expectWithin(this.#responseTimeoutMs)
    socket.once('connect', () => {
      this.#state = 'awaitingLogin'
      this.#expectWithin(this.#responseTimeoutMs)
      const login = this.#encoder.login?.(imei)
      if (login) socket.write(login)
      if (!login || this.#encoder.isLoginUnanswered) this.#accepted()
    })
    socket.on('data', (bytes) => this.#read(bytes))
    // The event 'close' follows and starts the next attempt.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      if (this.#socket === socket) this.#reconnect()
    })
  }

  #reconnect(): void {
    this.#hangUp()
    if (this.#state === 'stopped') return
    const during = this.#state === 'connecting' ? 'connecting' : this.#state === 'awaitingLogin' ? 'login' : 'link'
    this.#state = 'offline'
    this.options.onInterrupted?.(during)
    const { backoff = BACKOFF, random = Math.random } = this.options
    this.#timer = setTimeout(() => this.#connect(), backoffMs(backoff, this.#failures++, random))
  }

  #hangUp(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
  }

  #read(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    while (this.#received.length > 0 && this.#socket) {
      if (this.#answerCommand()) continue
      if (this.#state !== 'awaitingLogin' && this.#state !== 'awaitingAcknowledgement') break
      if (this.#encoder.isUnacknowledged && this.#state !== 'awaitingLogin') {
        this.#received = this.#received.subarray(this.#received.length)
        break
      }
      const awaiting = this.#state === 'awaitingLogin' ? 'login' : 'packet'
      const records = awaiting === 'packet' ? (this.#queue.next()?.fixes.length ?? 0) : 0
      const reply = this.#encoder.readReply(this.#received, awaiting, records)
      if (reply === 'more') break
      this.#received = this.#received.subarray(reply.consumed)
      if (!reply.accepted) return this.#reconnect()
      this.#accepted()
    }
  }

  #accepted(): void {
    const wasLogin = this.#state === 'awaitingLogin'
    clearTimeout(this.#timer)
    this.#state = 'ready'
    // If a server accepts logins but no packets, the delay before the next connection continues to grow.
    if (!wasLogin || this.pending === 0) this.#failures = 0
    if (!wasLogin) {
      const fixes = this.#queue.confirm()
      this.options.onAcknowledged?.(fixes)
    }
    if (this.pending === 0) for (const { resolve } of this.#waiting.splice(0)) resolve()
    this.#sendNext()
  }

  #sendNext(): void {
    if (this.#state !== 'ready') return
    const packet = this.#queue.next()
    if (!packet) return
    this.#state = 'awaitingAcknowledgement'
    this.#expectWithin(this.#responseTimeoutMs)
    const socket = this.#socket
    socket?.write(packet.bytes, (error) => {
      // For a tracker without acknowledgements, written data counts as delivered.
      if (!error && this.#encoder.isUnacknowledged && socket === this.#socket) this.#accepted()
    })
  }

  #answerCommand(): boolean {
    if (this.#state === 'awaitingLogin') return false
    const command = this.#encoder.readCommand?.(this.#received)
    if (!command) return false
    this.#received = this.#received.subarray(command.consumed)
    const answer = this.options.onCommand?.(command.text)
    if (answer !== undefined && this.#encoder.commandReply)
      this.#socket?.write(this.#encoder.commandReply(answer, this.imei, command.serial))
    return true
  }

  /**
   * Sets the time-out for a reply. After the time-out, the tracker gives up the connection and sends the packet again on
   * the next one.
   */
  #expectWithin(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#reconnect(), ms)
  }

  get #responseTimeoutMs(): number {
    return this.options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS
  }
}
