import type { LivePositionMessage, LiveServerMessage } from '@roadbook/contracts'
import { WebSocket } from 'ws'
import { Lateness } from './lateness.js'

/**
 * Milliseconds between the end of a viewer's connection and its next attempt. The portal makes its first attempt after the
 * same time.
 */
const AGAIN_MS = 250

/** A viewer of the fleet. If its connection ends, it connects again. It measures how late it sees each reading. */
export class LiveWatch {
  readonly lateness = new Lateness()
  #socket: WebSocket | undefined
  #isStopped = false
  /** Number of connections that ended although the viewer did not close them. */
  interruptions = 0

  constructor(
    private readonly url: string,
    private readonly token: () => Promise<string>,
  ) {
    void this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    this.#socket?.terminate()
  }

  async #connect(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/v1/live`)
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (this.#isStopped) return
      this.interruptions++
      setTimeout(() => !this.#isStopped && void this.#connect(), AGAIN_MS)
    })
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as LiveServerMessage
      if (message.type === 'snapshot' || message.type === 'positions') message.positions.forEach((one) => this.#see(one))
    })
    const token = await this.token()
    const subscribe = () => {
      socket.send(JSON.stringify({ type: 'authenticate', token }))
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'fleet' }))
    }
    if (socket.readyState === WebSocket.OPEN) subscribe()
    else socket.once('open', subscribe)
  }

  #see({ entity_id, positioned_at }: LivePositionMessage): void {
    if (positioned_at !== null) this.lateness.saw(entity_id, Date.parse(positioned_at))
  }
}
