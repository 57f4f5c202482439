import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resolveKafka } from '../../../tools/kafka/resolve.mjs'
import { freePort } from '../free-port.mjs'
import { within } from '@roadbook/testing/until'
import { startKafkaContainer } from './kafka-container.ts'
import { untilAccepting } from './kafka-port.ts'
import { secureListeners, type SecureListener } from './secure-listeners.ts'

export interface KafkaBroker {
  /** Value for `EVENT_LOG`: `kafka://host:port`. */
  url: string
  /** The same broker with TLS and a user. Absent if the broker does not run from the jars. */
  secure?: SecureListener
  /** The same broker with TLS and a certificate of the client. Absent if the broker does not run from the jars. */
  mutual?: SecureListener
  /** Kills the broker (SIGKILL). Absent if this process did not start the broker. */
  kill?(): Promise<void>
  /** Starts the broker again on the same port with the same data. */
  restart?(): Promise<void>
  stop(): Promise<void>
}

/**
 * Returns true if a broker is available here: Apache's jars with Java and Maven, a container with Docker, or
 * `KAFKA_BROKERS` (`host:port,…`). Prints a notice if not, because skipped suites must not look like passed ones.
 * @throws in CI, where nothing may be skipped.
 */
export function hasKafkaBroker(): boolean {
  const kafka = resolveKafka()
  if ('libs' in kafka || hasDocker() || process.env.KAFKA_BROKERS) return true
  const reason = `${kafka.reason}; no container engine answers; KAFKA_BROKERS is not set`
  if (process.env.CI === 'true') throw new Error(`Kafka must be tested here, but there is no broker: ${reason}`)
  process.stderr.write(`\n*** SKIPPING EVERY KAFKA TEST: ${reason} ***\n\n`)
  return false
}

/** Starts a real broker of the first kind that {@link hasKafkaBroker} finds. */
export async function startKafkaBroker(): Promise<KafkaBroker> {
  const kafka = resolveKafka()
  if ('libs' in kafka) return startFromJars(kafka.libs)
  if (hasDocker()) return startKafkaContainer()
  const given = process.env.KAFKA_BROKERS
  if (!given) throw new Error(`no Kafka broker: ${kafka.reason}`)
  return { url: `kafka://${given}`, stop: () => Promise.resolve() }
}

const hasDocker = (): boolean => spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0

/** Starts one node that is both broker and controller. It flushes every message to disk. */
async function startFromJars(libs: string): Promise<KafkaBroker> {
  const base = mkdtempSync(path.join(tmpdir(), 'roadbook-kafka-'))
  const ports = { plain: await freePort(), secure: await freePort(), mutual: await freePort(), controller: await freePort() }
  const port = ports.plain
  const properties = path.join(base, 'server.properties')
  const { secure, mutual, settings, formatting } = secureListeners(base, ports)
  writeFileSync(properties, serverProperties(ports, path.join(base, 'data'), { ...listenersOf(ports), ...settings }))
  const node = new JavaProcess(libs)
  const listen = async () => {
    node.start('kafka.Kafka', properties)
    await node.untilListening(port)
  }
  try {
    const format = ['format', '--cluster-id', CLUSTER_ID, '--config', properties, ...formatting]
    await node.run('kafka.tools.StorageTool', ...format)
    await listen()
  } catch (error) {
    await node.kill()
    rmSync(base, { recursive: true, force: true })
    throw error
  }
  return {
    url: `kafka://127.0.0.1:${port}`,
    secure,
    mutual,
    kill: () => node.kill(),
    restart: listen,
    stop: async () => {
      await node.kill()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

export const CLUSTER_ID = 'cm9hZGJvb2stdGVzdHMtMQ'

type Ports = Record<'plain' | 'secure' | 'mutual' | 'controller', number>

/** Returns the settings of the listeners. Two of the listeners need certificates. */
function listenersOf({ plain, secure, mutual, controller }: Ports): Record<string, string> {
  const listeners = `PLAINTEXT://127.0.0.1:${plain},SECURE://127.0.0.1:${secure},MUTUAL://127.0.0.1:${mutual}`
  return {
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': listeners,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL,MUTUAL:SSL,CONTROLLER:PLAINTEXT',
  }
}

/**
 * Returns the settings of a node that is broker and controller, with one listener without TLS.
 * @param more further settings, which have priority
 */
export function serverProperties(
  { plain, controller }: Pick<Ports, 'plain' | 'controller'>,
  data: string,
  more: Record<string, string | number>,
): string {
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${plain},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${plain}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': data,
    'log.flush.interval.messages': 1,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 3,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // A low minimum, so that tests need not wait long for the partitions of a dead consumer.
    'group.min.session.timeout.ms': 1_000,
    // The default is 128 MB of heap for compaction. In a test only the offsets are compacted, so less is enough.
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
    ...more,
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

export class JavaProcess {
  private child: ChildProcess | undefined
  private said = ''
  private readonly endWithUs = () => this.child?.kill('SIGKILL')

  private readonly libs: string

  constructor(libs: string) {
    this.libs = libs
    process.once('exit', this.endWithUs)
  }

  start(mainClass: string, ...args: string[]): void {
    const log = ['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-Dorg.slf4j.simpleLogger.showDateTime=true']
    const lean = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto']
    const classes = path.join(this.libs, '*')
    const child = spawn('java', [...lean, ...log, '-cp', classes, mainClass, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    this.said = ''
    const keep = (text: Buffer) => (this.said = (this.said + text.toString()).slice(-20_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
  }

  async run(mainClass: string, ...args: string[]): Promise<void> {
    this.start(mainClass, ...args)
    if (this.child) await within(`${mainClass} ends`, 120_000, once(this.child, 'exit'), () => this.said)
    if (this.child?.exitCode !== 0) throw new Error(`${mainClass} failed:\n${this.said}`)
  }

  async untilListening(port: number): Promise<void> {
    const hasEnded = () => this.child?.exitCode != null
    await untilAccepting(port, hasEnded).catch((cause: unknown) => {
      throw new Error(`Kafka did not start: ${String(cause)}\n${this.said}`, { cause })
    })
  }

  async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}
