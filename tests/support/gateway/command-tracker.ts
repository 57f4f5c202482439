import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { findProtocol, type Protocol, type TrackerEncoder } from '@roadbook/protocols'
import { aFix } from '@roadbook/testing'
import { until, within } from '@roadbook/testing/until'

/** A tracker that identifies itself, keeps the commands that it gets, and sends an answer when the test calls `say`. */
export class CommandTracker {
  readonly commands: string[] = []
  isClosed = false
  /** Number of reports that wait for an acknowledgement. */
  #reported = 0
  #received: Buffer = Buffer.alloc(0)
  readonly #encoder: TrackerEncoder

  private constructor(
    readonly imei: string,
    readonly socket: Socket,
    protocol: Protocol,
    private readonly answer: ((text: string) => string | undefined) | undefined,
  ) {
    this.#encoder = protocol.tracker as TrackerEncoder
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => (this.isClosed = true))
  }

  /**
   * Connects a tracker of any maker. If the protocol has no login, or a login without an answer, the tracker is identified
   * by its first report.
   */
  static async introduce(
    maker: string,
    port: number,
    imei: string,
    answer: (text: string) => string | undefined,
  ): Promise<CommandTracker> {
    const protocol = findProtocol(maker) as Protocol
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const login = protocol.tracker?.login?.(imei)
    if (login) {
      socket.write(login)
      await answerOn(socket, imei)
    }
    const tracker = new CommandTracker(imei, socket, protocol, answer)
    tracker.#reported = 1
    socket.write(protocol.tracker?.packet(imei, [aFix({ positionedAt: Math.floor(Date.now() / 1_000) * 1_000 })]) as Buffer)
    return tracker
  }

  /**
   * Connects a Teltonika tracker.
   * @param answer returns the answer to each command; if absent or if it returns undefined, nothing is sent
   */
  static async logIn(port: number, imei: string, answer?: (text: string) => string | undefined): Promise<CommandTracker> {
    const protocol = findProtocol('teltonika') as Protocol
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const encoder = protocol.tracker as TrackerEncoder
    socket.write(encoder.login?.(imei) as Buffer)
    const accepted = await answerOn(socket, imei)
    if (accepted[0] !== 1) throw new Error(`${imei} was refused`)
    const tracker = new CommandTracker(imei, socket, protocol, answer)
    tracker.#read(accepted.subarray(1))
    return tracker
  }

  /** Sends a text, in answer to a command or without a command. */
  say(text: string, serial?: number): void {
    this.socket.write(this.#encoder.commandReply?.(text, this.imei, serial) as Buffer)
  }

  /** Resolves when this many commands have come. */
  async got(count: number): Promise<string[]> {
    return until(`${count} commands come to ${this.imei}`, () => this.#heard(count), {
      everyMs: 10,
      fits: (commands) => commands.length >= count,
    })
  }

  hangUp(): void {
    this.socket.destroy()
  }

  #heard(count: number): string[] {
    if (this.isClosed && this.commands.length < count) throw new Error(`closed after ${this.commands.length} commands`)
    return this.commands
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const command = this.#encoder.readCommand?.(this.#received)
      if (!command && this.#hearAnswer()) continue
      if (!command) break
      this.#received = this.#received.subarray(command.consumed)
      this.commands.push(command.text)
      const answer = this.answer?.(command.text)
      if (answer !== undefined) this.say(answer, command.serial)
    }
  }

  #hearAnswer(): boolean {
    if (this.#reported === 0 || this.#received.length === 0) return false
    const reply = this.#encoder.readReply(this.#received, 'packet', 1)
    if (reply === 'more') return false
    this.#received = this.#received.subarray(reply.consumed)
    this.#reported--
    return true
  }
}

/** Resolves with the gateway's next bytes, which are the answer to a login. */
async function answerOn(socket: Socket, imei: string): Promise<Buffer> {
  const [answer] = (await within(`the gateway answers the login of ${imei}`, 30_000, once(socket, 'data'))) as [Buffer]
  return answer
}
