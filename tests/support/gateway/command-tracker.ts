import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { findProtocol, type Protocol, type TrackerEncoder } from '@roadbook/protocols'

/** A Teltonika tracker that logs in, keeps the commands it gets, and answers when and what a test wants. */
export class CommandTracker {
  readonly commands: string[] = []
  isClosed = false
  #received: Buffer = Buffer.alloc(0)
  readonly #encoder: TrackerEncoder
  #wake: () => void = () => undefined

  private constructor(
    readonly imei: string,
    readonly socket: Socket,
    protocol: Protocol,
    private readonly answer: ((text: string) => string | undefined) | undefined,
  ) {
    this.#encoder = protocol.tracker as TrackerEncoder
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
  }

  /** @param answer what it says to each command; absent or undefined: nothing */
  static async logIn(port: number, imei: string, answer?: (text: string) => string | undefined): Promise<CommandTracker> {
    const protocol = findProtocol('teltonika') as Protocol
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const encoder = protocol.tracker as TrackerEncoder
    socket.write(encoder.login?.(imei) as Buffer)
    const [accepted] = (await once(socket, 'data')) as [Buffer]
    if (accepted[0] !== 1) throw new Error(`${imei} was refused`)
    const tracker = new CommandTracker(imei, socket, protocol, answer)
    tracker.#read(accepted.subarray(1))
    return tracker
  }

  /** Says something to a command, or to none. */
  say(text: string): void {
    this.socket.write(this.#encoder.commandReply?.(text, this.imei) as Buffer)
  }

  /** Resolves when so many commands have come. */
  async got(count: number): Promise<string[]> {
    while (this.commands.length < count) {
      if (this.isClosed) throw new Error(`closed after ${this.commands.length} commands`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return this.commands
  }

  hangUp(): void {
    this.socket.destroy()
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const command = this.#encoder.readCommand?.(this.#received)
      if (!command) break
      this.#received = this.#received.subarray(command.consumed)
      this.commands.push(command.text)
      const answer = this.answer?.(command.text)
      if (answer !== undefined) this.say(answer)
    }
    this.#wake()
  }
}
