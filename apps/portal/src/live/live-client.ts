import { LiveCloseCode } from '@roadbook/contracts'
import type { LiveClientMessage, LiveServerMessage } from '@roadbook/contracts'
import { type HeldTopic, isLiveEvent, type LiveEvent, type LiveTopic, LiveTopics } from './live-topics.js'

/**
 * State of the live connection.
 * - connecting: no socket yet, or the socket is not authenticated yet
 * - connected: subscribed, waiting for updates
 * - live: updates arrive
 * - error: connection failed or was cut, and is retried automatically
 * - stopped: not in use
 */
export type LiveState = 'stopped' | 'connecting' | 'connected' | 'live' | 'error'

export interface LiveClient {
  start: () => void
  stop: () => void
  /** Subscribes to a topic, now and after each reconnect. Returns the unsubscribe function. */
  subscribe: (topic: LiveTopic) => () => void
  /** Authenticates again on the open connection, with a renewed token. */
  renewToken: () => void
  /** Skips the waiting time and connects now, for example when the network is back. */
  retryNow: () => void
  state: () => LiveState
  onState: (listener: () => void) => () => void
}

/** Part of a WebSocket that the client uses. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

export interface LiveClientOptions {
  url: string
  /** Returns a valid access token. Called for each connection, so that a new connection does not use an expired token. */
  token: () => Promise<string | undefined>
  onEvent: (event: LiveEvent) => void
  createSocket?: (url: string) => LiveSocket
  /** Returns a random number from 0 to 1, for the jitter of the waiting time. */
  random?: () => number
}

/**
 * Maximum wait in ms before the next attempt. It is short, because a lost connection must be restored, authenticated and up
 * to date within 5 s (T-08).
 */
export const LONGEST_WAIT_MS = 4_000
const FIRST_WAIT_MS = 500
export const PING_EVERY_MS = 20_000
/**
 * Maximum silence in ms after a ping. After a longer silence, the connection counts as dead, even if TCP has not reported
 * this.
 */
export const PONG_WITHIN_MS = 8_000
const SOCKET_OPEN = 1

/**
 * Creates a client for the live channel of libs/contracts `live-channel.ts`. The client authenticates and subscribes. After a
 * cut it subscribes again with the last epoch and sequence of each topic, so that the server sends only the missed events. An
 * epoch is one run of the server's numbering, and the sequence is an event's number in that run.
 */
export const createLiveClient = (options: LiveClientOptions): LiveClient => new SocketLiveClient(options)

class SocketLiveClient implements LiveClient {
  private readonly topics = new LiveTopics()
  private readonly listeners = new Set<() => void>()
  private current: LiveState = 'stopped'
  private socket: LiveSocket | undefined
  private isAuthenticated = false
  private attempts = 0
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private pingTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly options: LiveClientOptions) {}

  readonly state = () => this.current

  readonly start = () => {
    if (this.current === 'stopped') this.connect()
  }

  readonly stop = () => {
    clearTimeout(this.retryTimer)
    const open = this.leave()
    this.attempts = 0
    open?.close()
    this.become('stopped')
  }

  readonly subscribe = (topic: LiveTopic) => {
    const held = this.topics.take(topic)
    if (held.uses === 1 && this.isAuthenticated) this.sendSubscription(held)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (this.topics.release(held) && this.isAuthenticated) this.send({ type: 'unsubscribe', ...topic })
    }
  }

  readonly renewToken = () => {
    if (this.socket && this.isAuthenticated) void this.signIn(this.socket)
  }

  readonly retryNow = () => {
    if (this.current === 'error' && this.socket === undefined) this.connect()
  }

  readonly onState = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private connect() {
    const { url, createSocket = (address) => new WebSocket(address) } = this.options
    clearTimeout(this.retryTimer)
    if (this.current !== 'error') this.become('connecting')
    const socket = createSocket(url)
    this.socket = socket
    socket.onopen = () => void this.signIn(socket)
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.socket === socket) this.receive(JSON.parse(data) as LiveServerMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lose(code)
    }
    this.watch()
  }

  private async signIn(socket: LiveSocket) {
    const token = await this.options.token().catch(() => undefined)
    if (this.socket !== socket) return
    if (token === undefined) socket.close()
    else this.send({ type: 'authenticate', token })
  }

  private receive(message: LiveServerMessage) {
    this.watch()
    if (message.type === 'authenticated') this.resume()
    else if (isLiveEvent(message)) this.take(message)
  }

  private resume() {
    if (this.isAuthenticated) return
    this.isAuthenticated = true
    this.attempts = 0
    this.become('connected')
    for (const held of this.topics.all()) this.sendSubscription(held)
  }

  private take(event: LiveEvent) {
    if (!this.topics.accept(event)) return
    this.become('live')
    this.options.onEvent(event)
  }

  /** Restarts the timers after each message. If there is no message after a ping, the connection counts as dead. */
  private watch() {
    clearTimeout(this.pingTimer)
    this.pingTimer = setTimeout(() => {
      this.send({ type: 'ping' })
      this.pingTimer = setTimeout(() => this.drop(), PONG_WITHIN_MS)
    }, PING_EVERY_MS)
  }

  private drop() {
    const dead = this.socket
    this.lose()
    dead?.close()
  }

  private lose(code?: number) {
    this.leave()
    // It is normal that a token expires. The client then connects again with a new token, without showing an error.
    const isExpiry = code === LiveCloseCode.unauthenticated && (this.current === 'live' || this.current === 'connected')
    this.become(isExpiry ? 'connecting' : 'error')
    const { random = Math.random } = this.options
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempts) * (0.5 + random() / 2)
    this.attempts += 1
    this.retryTimer = setTimeout(() => this.connect(), wait)
  }

  /** Detaches the socket and ignores its later messages. */
  private leave(): LiveSocket | undefined {
    const { socket } = this
    this.socket = undefined
    this.isAuthenticated = false
    clearTimeout(this.pingTimer)
    return socket
  }

  private become(next: LiveState) {
    if (next === this.current) return
    this.current = next
    this.listeners.forEach((listener) => listener())
  }

  private send(message: LiveClientMessage) {
    if (this.socket?.readyState === SOCKET_OPEN) this.socket.send(JSON.stringify(message))
  }

  private sendSubscription({ topic, resume }: HeldTopic) {
    this.send({ type: 'subscribe', ...topic, ...(resume && { resume }) })
  }
}
