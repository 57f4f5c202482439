import { LiveCloseCode } from '@roadbook/contracts'
import type { LiveClientMessage, LiveResume, LiveServerMessage } from '@roadbook/contracts'

/**
 * connecting: no socket yet, or not signed in on it · connected: subscribed, waiting for updates · live: updates arrive ·
 * error: could not connect, or was cut; tried again by itself · stopped: nobody needs it.
 */
export type LiveState = 'stopped' | 'connecting' | 'connected' | 'live' | 'error'

/** What can be subscribed to. */
export type LiveTopic = { channel: 'fleet' } | { channel: 'entity'; id: number }

/** Messages that carry content; the rest is between client and server. */
export type LiveEvent = Extract<LiveServerMessage, { type: 'snapshot' | 'positions' | 'trip' }>

export interface LiveClient {
  start: () => void
  stop: () => void
  /** Asks for a topic now and after each reconnect; the returned function ends that. */
  subscribe: (topic: LiveTopic) => () => void
  /** Signs in again on the open line, with a token that has just been renewed. */
  renewToken: () => void
  /** Leaves the waiting time and connects now, for example when the network is back. */
  retryNow: () => void
  state: () => LiveState
  onState: (listener: () => void) => () => void
}

/** The part of a WebSocket the client uses. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

export interface LiveClientOptions {
  url: string
  /** A valid access token; asked anew for each connection, so that an expired one heals by reconnecting. */
  token: () => Promise<string | undefined>
  onEvent: (event: LiveEvent) => void
  createSocket?: (url: string) => LiveSocket
  /** 0..1, for the jitter. */
  random?: () => number
}

/** The longest wait before the next attempt: a cut line is back within 5 s (T-08). */
export const LONGEST_WAIT_MS = 5_000
const FIRST_WAIT_MS = 500
export const PING_EVERY_MS = 20_000
/** A line that stays silent this long after a ping is dead, even when TCP has not noticed. */
export const PONG_WITHIN_MS = 8_000
const SOCKET_OPEN = 1

/**
 * The live channel of libs/contracts `live-channel.ts`: authenticate, subscribe, and after a cut subscribe again with the last
 * epoch and sequence of each topic, so that the server sends only what was missed.
 */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  const { url, token, onEvent, createSocket = (address) => new WebSocket(address), random = Math.random } = options
  const topics = new Map<string, { topic: LiveTopic; uses: number; resume?: LiveResume }>()
  const listeners = new Set<() => void>()
  let state: LiveState = 'stopped'
  let socket: LiveSocket | undefined
  let isAuthenticated = false
  let attempts = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setTimeout> | undefined

  const become = (next: LiveState) => {
    if (next === state) return
    state = next
    listeners.forEach((listener) => listener())
  }
  const send = (message: LiveClientMessage) => {
    if (socket?.readyState === SOCKET_OPEN) socket.send(JSON.stringify(message))
  }
  const sendSubscription = (topic: LiveTopic, resume: LiveResume | undefined) =>
    send({ type: 'subscribe', ...topic, ...(resume && { resume }) })

  const connect = () => {
    clearTimeout(retryTimer)
    if (state !== 'error') become('connecting')
    const current = createSocket(url)
    socket = current
    current.onopen = () => void signIn(current)
    current.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket === current) receive(JSON.parse(data) as LiveServerMessage)
    }
    current.onclose = ({ code }) => {
      if (socket === current) lose(code)
    }
    watch()
  }

  const signIn = async (current: LiveSocket) => {
    const accessToken = await token().catch(() => undefined)
    if (socket !== current) return
    if (accessToken === undefined) current.close()
    else send({ type: 'authenticate', token: accessToken })
  }

  /** Any message is a sign of life; silence after a ping is a dead line. */
  const watch = () => {
    clearTimeout(pingTimer)
    pingTimer = setTimeout(() => {
      send({ type: 'ping' })
      pingTimer = setTimeout(() => drop(), PONG_WITHIN_MS)
    }, PING_EVERY_MS)
  }

  const receive = (message: LiveServerMessage) => {
    watch()
    if (message.type === 'authenticated') {
      if (isAuthenticated) return
      isAuthenticated = true
      attempts = 0
      become('connected')
      topics.forEach(({ topic, resume }) => sendSubscription(topic, resume))
    } else if (message.type === 'snapshot' || message.type === 'positions' || message.type === 'trip') take(message)
  }

  const take = (event: LiveEvent) => {
    const held = topics.get(keyOf(event.channel, event.id))
    if (!held) return
    const isRepeated = held.resume?.epoch === event.epoch && event.sequence <= held.resume.sequence
    if (isRepeated && event.type !== 'snapshot') return
    held.resume = { epoch: event.epoch, sequence: event.sequence }
    become('live')
    onEvent(event)
  }

  const drop = () => {
    const dead = socket
    lose()
    dead?.close()
  }

  const lose = (code?: number) => {
    socket = undefined
    isAuthenticated = false
    clearTimeout(pingTimer)
    // An expired token is ordinary: reconnect with a fresh one, without alarm.
    const isExpiry = code === LiveCloseCode.unauthenticated && (state === 'live' || state === 'connected')
    become(isExpiry ? 'connecting' : 'error')
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (0.5 + random() / 2)
    attempts += 1
    retryTimer = setTimeout(connect, wait)
  }

  return {
    start() {
      if (state === 'stopped') connect()
    },
    stop() {
      clearTimeout(retryTimer)
      clearTimeout(pingTimer)
      const open = socket
      socket = undefined
      isAuthenticated = false
      attempts = 0
      open?.close()
      become('stopped')
    },
    subscribe(topic) {
      const key = keyOf(topic.channel, 'id' in topic ? topic.id : undefined)
      const held = topics.get(key) ?? { topic, uses: 0 }
      held.uses += 1
      topics.set(key, held)
      if (held.uses === 1 && isAuthenticated) sendSubscription(topic, held.resume)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        held.uses -= 1
        if (held.uses > 0) return
        topics.delete(key)
        if (isAuthenticated) send({ type: 'unsubscribe', ...topic })
      }
    },
    renewToken() {
      if (socket && isAuthenticated) void signIn(socket)
    },
    retryNow() {
      if (state === 'error' && socket === undefined) connect()
    },
    state: () => state,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const keyOf = (channel: string, id: number | undefined) => `${channel}:${id ?? ''}`
