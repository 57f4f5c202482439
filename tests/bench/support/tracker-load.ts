import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { aFix } from '@roadbook/testing'
import { findProtocol } from '@roadbook/protocols'

const teltonika = findProtocol('teltonika')!
const { tracker } = teltonika
const FRAMES = 16

/** Returns frames with that many records, all different. */
export function frames(records: number): Buffer[] {
  return Array.from({ length: FRAMES }, (_, nth) =>
    tracker!.packet(
      '',
      Array.from({ length: records }, (_fix, at) => aFix({ positionedAt: Date.UTC(2026, 0, 1) + (nth * records + at) * 10_000 })),
    ),
  )
}

/** Trackers that repeat a loop: each sends a frame, waits for the four bytes of its answer, and sends the next frame. */
export class TrackerLoad {
  acknowledged = 0
  /** Milliseconds from each frame to its answer, while {@link keepLatencies}. */
  readonly latencies: number[] = []
  keepLatencies = false
  /** Pause between an answer and the next frame, milliseconds. 0: none. */
  pauseMs = 0
  /** Frames that a tracker sends before it waits for answers. */
  window = 1
  closed = 0
  #sockets: Socket[] = []
  #running = false

  readonly #bodies: readonly Buffer[]

  constructor(bodies: readonly Buffer[]) {
    this.#bodies = bodies
  }

  /** @param login true: sends the login that the gateway needs; the echo server has none */
  async open(port: number, count: number, login: boolean): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress: `127.0.0.${2 + (nth % 8)}` })
      await once(socket, 'connect')
      socket.on('error', () => socket.destroy())
      socket.on('close', () => this.closed++)
      if (login) {
        socket.write(tracker!.login!(String(350_000_000_000_000 + nth)))
        await once(socket, 'data')
      }
      this.#drive(socket, nth)
      this.#sockets.push(socket)
    }
  }

  start(): void {
    this.#running = true
    for (const socket of this.#sockets) socket.emit('send')
  }

  /** Stops sending and waits for the pending answers. */
  async stop(): Promise<void> {
    this.#running = false
    let before = -1
    while (before !== this.acknowledged) {
      before = this.acknowledged
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #drive(socket: Socket, nth: number): void {
    let at = nth
    let received = 0
    let sentAt = 0
    const send = (frames = 1) => {
      if (!this.#running) return
      sentAt = performance.now()
      for (let sent = 0; sent < frames; sent++) socket.write(this.#bodies[at++ % this.#bodies.length]!)
    }
    socket.on('send', () => send(this.window))
    socket.on('data', (bytes) => {
      received += bytes.length
      if (received < 4) return
      const answers = Math.floor(received / 4)
      this.acknowledged += answers
      received -= 4 * answers
      if (this.keepLatencies) this.latencies.push(performance.now() - sentAt)
      if (this.pauseMs > 0) setTimeout(send, this.pauseMs * (0.5 + Math.random()))
      else send(answers)
    })
  }
}
