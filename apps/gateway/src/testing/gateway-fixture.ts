import { once } from 'node:events'
import { duplexPair, type Duplex } from 'node:stream'
import type { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage } from '@roadbook/event-log'
import { createLogger, readConfiguration } from '@roadbook/platform'
import type { Protocol } from '@roadbook/protocols'
import { Beliefs } from '../beliefs.js'
import type { CommandAnswer, CommandTarget } from '../commands/command-desk.js'
import type { DeviceDirectory, LookupResult, UnknownDevice } from '../registry/device-directory.js'
import { gatewayShape, limitsOf, type Limits } from '../limits.js'
import { createGatewayMetrics } from '../metrics.js'
import { Publisher } from '../publisher.js'
import { Session } from '../session.js'
import type { SessionContext } from '../session-context.js'
import { SessionRegistry } from '../session-registry.js'
import { StuckFrames } from '../stuck-frames.js'
import { lineProtocol } from './line-protocol.js'

/** An event log in memory. The test decides when messages are durable. */
export class MemoryLog implements Pick<EventLog, 'publish'> {
  readonly messages: { topic: Topic; message: LogMessage }[] = []
  batches = 0
  isDown = false
  #held: (() => void)[] | undefined

  async publish(topic: Topic, messages: readonly LogMessage[]): Promise<void> {
    if (this.isDown) throw new Error('the log is down')
    if (this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve))
    this.batches++
    this.messages.push(...messages.map((message) => ({ topic, message })))
  }

  /** Makes publishing wait until {@link release}. */
  hold(): void {
    this.#held = []
  }

  /** True while a batch waits for {@link release}. */
  get isHolding(): boolean {
    return (this.#held?.length ?? 0) > 0
  }

  release(): void {
    const held = this.#held
    this.#held = undefined
    held?.forEach((resolve) => resolve())
  }

  messagesOf(topic: Topic): LogMessage[] {
    return this.messages.filter((one) => one.topic === topic).map(({ message }) => message)
  }
}

/** The tracker's end of a connection. It sends and receives lines. */
export class Peer {
  #received = ''
  closed = false
  constructor(private readonly stream: Duplex) {
    stream.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1')
      this.stream.emit('line')
    })
    stream.on('end', () => {
      this.closed = true
      this.stream.emit('line')
    })
  }
  send(text: string): void {
    this.stream.write(text)
  }
  end(): void {
    this.stream.end()
  }
  get received(): string {
    return this.#received
  }
  /** Resolves when the whole text was received. */
  async receives(text: string): Promise<void> {
    while (!this.#received.includes(text)) {
      if (this.closed) throw new Error(`closed after ${JSON.stringify(this.#received)}`)
      await once(this.stream, 'line')
    }
  }
  async isClosed(): Promise<void> {
    while (!this.closed) await once(this.stream, 'line')
  }
}

const standardLimits = limitsOf(readConfiguration(gatewayShape, {}))

/** Creates sessions over in-memory connections, with a registry of known IMEIs. The test controls the clock. */
export function gatewayFixture(overrides: Partial<Limits> = {}) {
  const log = new MemoryLog()
  const lookups = new Map<string, LookupResult | Promise<LookupResult>>()
  const strangers: UnknownDevice[] = []
  const reachable = new Set<CommandTarget>()
  const answers: (CommandAnswer & { imei: string })[] = []
  const directory: DeviceDirectory = {
    lookUp: (identity) => lookups.get(identity) ?? 'unknown',
    reportUnknown: (device) => strangers.push(device),
  }
  const limits = { ...standardLimits, ...overrides }
  const metrics = createGatewayMetrics()
  const logger = createLogger('test', 'silent')
  const clock = { now: 1_763_700_000_000 }
  const publisher = new Publisher({
    log: log as unknown as EventLog,
    logger,
    metrics,
    bufferedBytes: limits.bufferedBytes,
    lingerMs: 1,
    retryMs: 1,
  })
  const beliefs = new Beliefs()
  const registry = new SessionRegistry(limits.takeoversPerMinute)
  const context: SessionContext = {
    gatewayId: 'g',
    publisher,
    directory,
    beliefs,
    registry,
    commands: {
      online: (target) => reachable.add(target),
      offline: (target) => reachable.delete(target),
      replied: (target, answer) => {
        answers.push({ imei: target.imei, ...answer })
        return 1
      },
    },
    stuckFrames: new StuckFrames(),
    limits,
    metrics,
    logger,
    now: () => clock.now,
  }
  const sessions: Session[] = []
  const connect = (remoteAddress = '10.0.0.1', protocol: Protocol = lineProtocol) => {
    const [near, far] = duplexPair()
    const session = new Session(near, remoteAddress, [protocol], context, {
      online: () => undefined,
      closed: () => undefined,
    })
    sessions.push(session)
    return { session, peer: new Peer(far) }
  }
  return {
    log,
    reachable,
    answers,
    lookups,
    strangers,
    clock,
    publisher,
    registry,
    beliefs,
    metrics,
    sessions,
    connect,
    context,
  }
}
