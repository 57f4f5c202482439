import { encodeLivePosition } from '@roadbook/contracts/packet-codec'
import { type LiveClientMessage, type LivePosition, type LiveServerMessage, Topic } from '@roadbook/contracts'
import { WebSocket } from 'ws'
import type { ApiUnderTest } from './api-server.js'
import { within } from '@roadbook/testing/until'

/** Client of the live channel. It keeps the messages that it receives, and a test can wait for a message. */
export class LiveClient {
  readonly messages: LiveServerMessage[] = []
  readonly texts: string[] = []
  closed: { code: number; reason: string } | undefined
  private readonly waiting = new Set<() => void>()

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.texts.push(data.toString())
      this.messages.push(JSON.parse(data.toString()) as LiveServerMessage)
      this.wake()
    })
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.wake()
    })
    socket.on('error', () => undefined)
  }

  /**
   * @param options.from address that a proxy reports as the client's
   * @param options.host host of the request, if it differs from the host that the client connects to
   */
  static async connect(
    api: ApiUnderTest,
    options: { origin?: string; path?: string; from?: string; host?: string } = {},
  ): Promise<LiveClient> {
    const address = `${api.url.replace('http', 'ws')}${options.path ?? '/api/v1/live'}`
    const headers: Record<string, string> = {
      ...(options.from && { 'x-forwarded-for': options.from }),
      ...(options.host && { host: options.host }),
    }
    const client = new LiveClient(new WebSocket(address, { origin: options.origin, headers, handshakeTimeout: 30_000 }))
    await new Promise<void>((resolve, reject) => client.socket.once('open', resolve).once('error', reject))
    return client
  }

  /** Connects, signs in and subscribes. */
  static async join(api: ApiUnderTest, email: string, subscription: LiveClientMessage = { type: 'subscribe', channel: 'fleet' }) {
    const client = await LiveClient.connect(api)
    client.send({ type: 'authenticate', token: await api.issuer.tokenOf(email) })
    client.send(subscription)
    return client
  }

  send(message: LiveClientMessage | Record<string, unknown>): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Resolves with the first message that fits. The message may already have been received, or may still come. */
  async next<T extends LiveServerMessage['type']>(
    type: T,
    fits: (message: Extract<LiveServerMessage, { type: T }>) => boolean = () => true,
    from = 0,
  ): Promise<Extract<LiveServerMessage, { type: T }>> {
    const isIt = (message: LiveServerMessage): message is Extract<LiveServerMessage, { type: T }> =>
      message.type === type && fits(message as Extract<LiveServerMessage, { type: T }>)
    return this.until(`a message '${type}' that fits`, () => this.messages.slice(from).find(isIt))
  }

  ended(): Promise<{ code: number; reason: string }> {
    return this.until('the end of the connection', () => this.closed)
  }

  close(): void {
    this.socket.terminate()
  }

  /**
   * Checks again on every event. The wait does not keep the process alive, because a test may start two waits and use only
   * the first result.
   */
  private until<T>(what: string, find: () => T | undefined): Promise<T> {
    const found = new Promise<T>((resolve) => {
      const check = () => {
        const one = find()
        if (one === undefined) return
        this.waiting.delete(check)
        resolve(one)
      }
      this.waiting.add(check)
      check()
    })
    return within(what, 60_000, found, () => ({ came: this.texts.slice(-5), closed: this.closed }))
  }

  private wake(): void {
    for (const check of [...this.waiting]) check()
  }
}

/** Publishes a position of a device as the consumer process does. */
export async function publishPosition(api: ApiUnderTest, position: Partial<LivePosition> & { deviceId: number }): Promise<void> {
  const now = Date.now()
  const whole: LivePosition = { imei: '356307042440001', positionedAt: now, receivedAt: now, moving: true, ...position }
  await api.log.publish(Topic.livePositions, [{ key: String(whole.deviceId), value: encodeLivePosition(whole) }])
}
