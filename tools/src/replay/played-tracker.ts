import { connect, type Socket } from 'node:net'
import type { TrackerEncoder } from '@roadbook/protocols'

export interface PlayedTrackerOptions {
  imei: string
  encoder: TrackerEncoder
  host: string
  port: number
  /** Milliseconds to wait for an answer. Then the frame is sent again on a new connection. */
  answerTimeoutMs: number
  /** Maximum number of connections that are tried for one frame. */
  tries: number
}

/** Error for a frame that was not accepted: the login was refused, or no acknowledgement came in any try. */
export class NotTakenError extends Error {
  override name = 'NotTakenError'
}

/** A tracker's connection to a gateway, over which stored frames are sent as the tracker sent them, one at a time. */
export class PlayedTracker {
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #wake: (() => void) | undefined
  #failure: Error | undefined

  constructor(private readonly options: PlayedTrackerOptions) {}

  /**
   * Sends a frame and resolves when the frame is acknowledged.
   * @param records number of records that the acknowledgement must confirm
   * @throws NotTakenError
   */
  async send(frame: Buffer, records: number): Promise<void> {
    const { imei, encoder, tries } = this.options
    for (let attempt = 1; ; attempt++) {
      try {
        const socket = await this.#connected()
        socket.write(frame)
        if (!encoder.isUnacknowledged && !(await this.#answer('packet', records)))
          throw new Error('acknowledged as something else')
        return
      } catch (error) {
        this.close()
        if (error instanceof NotTakenError) throw error
        if (attempt >= tries) throw new NotTakenError(`${imei}: ${(error as Error).message}`, { cause: error })
      }
    }
  }

  close(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#received = Buffer.alloc(0)
    socket?.destroy()
  }

  /** Closes the connection gracefully, so that frames of a protocol without acknowledgement still arrive. */
  async end(): Promise<void> {
    const socket = this.#socket
    this.#socket = undefined
    if (!socket || socket.destroyed) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.destroy(), this.options.answerTimeoutMs)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      socket.end()
      socket.resume()
    })
  }

  async #connected(): Promise<Socket> {
    if (this.#socket) return this.#socket
    const { host, port, encoder, imei } = this.options
    this.#failure = undefined
    const socket = connect({ host, port, noDelay: true })
    this.#socket = socket
    const { answerTimeoutMs } = this.options
    const late = () => socket.destroy(new Error(`no connection within ${answerTimeoutMs / 1_000} s`))
    const timer = setTimeout(late, answerTimeoutMs)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    }).finally(() => clearTimeout(timer))
    const fail = (error: Error) => {
      if (this.#socket !== socket) return
      this.#failure = error
      this.#wake?.()
    }
    socket.on('error', fail)
    socket.once('close', () => fail(new Error('the gateway closed the connection')))
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#wake?.()
    })
    const login = encoder.login?.(imei)
    if (login) {
      socket.write(login)
      if (!encoder.isLoginUnanswered && !(await this.#answer('login', 0)))
        throw new NotTakenError(`${imei}: the gateway refused the login; is it registered there?`)
    }
    return socket
  }

  /** Returns true if the next answer confirms the frame. Commands that come before the answer are skipped. */
  async #answer(awaiting: 'login' | 'packet', records: number): Promise<boolean> {
    const { encoder, answerTimeoutMs } = this.options
    const deadline = performance.now() + answerTimeoutMs
    for (;;) {
      const command = awaiting === 'packet' ? encoder.readCommand?.(this.#received) : undefined
      if (command) {
        this.#received = this.#received.subarray(command.consumed)
        continue
      }
      const reply = this.#received.length > 0 ? encoder.readReply(this.#received, awaiting, records) : 'more'
      if (reply !== 'more') {
        this.#received = this.#received.subarray(reply.consumed)
        return reply.accepted
      }
      if (this.#failure) throw this.#failure
      await this.#news(deadline - performance.now())
    }
  }

  async #news(withinMs: number): Promise<void> {
    if (withinMs <= 0) throw new Error(`no answer within ${this.options.answerTimeoutMs / 1_000} s`)
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(end, withinMs)
      this.#wake = end
    })
  }
}
