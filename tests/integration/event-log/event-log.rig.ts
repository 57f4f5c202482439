import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { openEventLog, type EventLog, type OpenEventLog, type OpenEventLogOptions } from '@roadbook/event-log'
import { startKafkaBroker } from '../../support/kafka/kafka-broker.js'
import type { SecureListener } from '../../support/kafka/secure-listeners.js'
import { createTestDatabase } from '../../support/database/test-database.js'
import { within } from '@roadbook/testing/until'

/** Driver under test. It opens the log as several processes would, and can interrupt the connection. */
export interface Rig {
  spec: string
  databaseUrl: string | undefined
  /** Opens the log as another process would. The rig closes it at the end. */
  open(options?: Partial<OpenEventLogOptions>): Promise<OpenEventLog>
  /** Listeners of the same broker with TLS: for a user, and for a client with a certificate. */
  secure?: SecureListener
  mutual?: SecureListener
  /** Stops the broker or the database without a notice. Absent if this process did not start it. */
  cut?(): Promise<void>
  mend?(): Promise<void>
  stop(): Promise<void>
}

// Short, so that tests need not wait long until a dead subscriber is noticed.
export const takeoverMs = 2_000

// Short, so that tests need not wait long until new partitions are noticed.
const METADATA_MS = 1_000

export async function postgresRig(): Promise<Rig> {
  const database = await createTestDatabase()
  const wire = await startWire(new URL(database.url))
  const logs: EventLog[] = []
  return {
    spec: 'postgres',
    databaseUrl: database.url,
    open: async (options) => {
      const log = await openEventLog('postgres', {
        databaseUrl: wire.url,
        clientId: 'contract',
        takeoverMs,
        publishPatienceMs: 500,
        ...options,
      })
      logs.push(log)
      return log
    },
    // Simulates a restart in the way in which clients see it: every session ends, and for a while no session can be opened.
    cut: async () => {
      await wire.cut()
      await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    },
    mend: () => wire.mend(),
    stop: async () => {
      await Promise.all(logs.map((log) => log.close()))
      await wire.cut()
      await database.drop()
    },
  }
}

export async function kafkaRig(): Promise<Rig> {
  const broker = await startKafkaBroker()
  const logs: EventLog[] = []
  return {
    spec: broker.url,
    databaseUrl: undefined,
    ...(broker.secure && { secure: broker.secure }),
    ...(broker.mutual && { mutual: broker.mutual }),
    open: async (options) => {
      const log = await openEventLog(broker.url, {
        clientId: 'contract',
        takeoverMs,
        publishPatienceMs: 500,
        metadataMaxAgeMs: METADATA_MS,
        ...options,
      })
      logs.push(log)
      return log
    },
    ...(broker.kill && { cut: broker.kill }),
    ...(broker.restart && { mend: broker.restart }),
    stop: async () => {
      await Promise.all(logs.map((log) => log.close()))
      await broker.stop()
    },
  }
}

/** Starts a TCP relay to a database. The relay can be cut, and restored on the same port. */
async function startWire(target: URL): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  const mend = async () => {
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await mend()
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).toString(),
    cut: async () => {
      server?.close()
      for (const socket of sockets) socket.destroy()
    },
    mend,
  }
}

/** Subscriber in its own process, so that it can be killed. */
export class SubscriberProcess {
  private readonly child: ChildProcess
  private readonly lines: AsyncIterator<string>

  constructor(rig: Rig, group: string, commits: 'first' | 'none') {
    const script = path.join(__dirname, 'event-log.subscriber.mjs')
    const settings = { spec: rig.spec, databaseUrl: rig.databaseUrl, takeoverMs, group, commits }
    this.child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (!this.child.stdout) throw new Error('the subscriber has no output')
    this.lines = createInterface(this.child.stdout)[Symbol.asyncIterator]()
  }

  /** Resolves with the next batch: the values of its messages, and the number of messages that were committed. */
  async nextBatch(): Promise<{ values: string[]; committed: number }> {
    const { value, done } = await within('the subscriber takes a batch', 60_000, this.lines.next())
    if (done) throw new Error('the subscriber ended')
    return JSON.parse(value) as { values: string[]; committed: number }
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
  }
}
