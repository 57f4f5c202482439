import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { Topic } from '@roadbook/contracts'
import { openEventLog, type EventLog } from '@roadbook/event-log'
import { createTestDatabase, type TestDatabase } from '../database/test-database.js'
import { addBusiness, testImei } from '../database/tenant-fixture.js'
import { freePort } from '../free-port.mjs'
import { until } from '@roadbook/testing/until'

/**
 * Time-out, in milliseconds, of a tracker's answer. It is long enough for a slow machine, and short enough for tests
 * that wait until it has passed.
 */
export const ANSWER_MS = 1_500

/** Maximum number of trackers of a suite. */
const DEVICES = 200

interface Registered {
  deviceId: number
  imei: string
}

export interface GatewayProcess {
  port: number
  child: ChildProcess
  isRunning(): boolean
  kill(): Promise<void>
}

/**
 * A database with trackers and their commands, a consumer process, and gateways in processes of their own, which can be
 * killed.
 */
export class CommandBench {
  readonly #gateways: GatewayProcess[] = []
  readonly #closers: (() => Promise<unknown>)[] = []

  private constructor(
    readonly database: TestDatabase,
    readonly log: EventLog,
    private readonly businessId: number,
    private readonly devices: Registered[],
    private readonly eventLog: string,
  ) {}

  /**
   * Opens a bench.
   * @param eventLog value of EVENT_LOG
   */
  static async open(eventLog = 'postgres'): Promise<CommandBench> {
    const database = await createTestDatabase()
    const log = await openEventLog(eventLog, { clientId: 'test', databaseUrl: database.url })
    await log.prepare()
    const businessId = await addBusiness(database.pool, 'Fleet')
    const { rows: devices } = await database.pool.query<Registered>(
      'INSERT INTO devices (imei, business_id) SELECT unnest($1::text[]), $2 RETURNING id AS "deviceId", imei',
      [Array.from({ length: DEVICES }, (_, n) => testImei(n + 1)), businessId],
    )
    const bench = new CommandBench(database, log, businessId, devices, eventLog)
    const consumer = await startConsumer(bench.environment({ CONSUMER_HEALTH_PORT: '0', COMMAND_SWEEP_MS: '100' }))
    bench.#closers.push(() => consumer.close())
    return bench
  }

  async close(): Promise<void> {
    await this.killAll()
    for (const close of this.#closers) await close()
    await this.log.close()
    await this.database.drop()
  }

  /** Starts a gateway on a free port, or on the port of a gateway that died. */
  async startGateway(port?: number): Promise<GatewayProcess> {
    const gatewayPort = port ?? (await freePort())
    const health = await freePort()
    const environment = this.environment({
      GATEWAY_PORT: String(gatewayPort),
      TELTONIKA_PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_HEALTH_PORT: String(health),
      COMMAND_ANSWER_MS: String(ANSWER_MS),
      COMMAND_REFRESH_MS: '200',
    })
    const main = resolve(__dirname, '../../../apps/gateway/dist/main.js')
    const child = spawn(process.execPath, [main], { env: { ...process.env, ...environment }, stdio: 'ignore' })
    const isRunning = () => child.exitCode === null && child.signalCode === null
    const gateway = {
      port: gatewayPort,
      child,
      isRunning,
      kill: async () => {
        if (!isRunning()) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
    this.#gateways.push(gateway)
    const readiness = async () => {
      if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`)
      const answer = await fetch(`http://127.0.0.1:${health}/health/ready`).catch(() => undefined)
      return answer && { isReady: answer.ok, says: await answer.text() }
    }
    await until('the gateway is ready', readiness, { withinMs: 120_000, fits: ({ isReady }) => isReady })
    return gateway
  }

  /** Stops all gateways but one. If none is running, starts one. */
  async aloneWithGateway(): Promise<GatewayProcess> {
    const [kept, ...others] = this.#gateways.filter(({ isRunning }) => isRunning())
    for (const other of others) await other.kill()
    this.#gateways.splice(0, Infinity, ...(kept ? [kept] : []))
    return kept ?? (await this.startGateway())
  }

  async killAll(): Promise<void> {
    for (const gateway of this.#gateways.splice(0)) await gateway.kill()
  }

  /**
   * Returns a tracker that no test has used. A gateway knows only the trackers that were registered at its start, and finds
   * later ones only after some time. The trackers are therefore registered before a gateway starts.
   */
  addDevice(): Registered {
    const device = this.devices.pop()
    if (!device) throw new Error(`a suite has ${DEVICES} trackers`)
    return device
  }

  /** Inserts a command and sends NOTIFY, as the API does. */
  async ask(
    { deviceId, imei }: Registered,
    text: string | null,
    { kind = 'text', expiresInMs = 86_400_000 }: { kind?: 'text' | 'locate'; expiresInMs?: number } = {},
  ): Promise<number> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      `INSERT INTO device_commands (device_id, business_id, kind, text, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 millisecond') RETURNING id`,
      [deviceId, this.businessId, kind, text, expiresInMs],
    )
    await this.log.publish(Topic.commands, [{ key: imei, value: Buffer.from(JSON.stringify({ imei })) }])
    return Number(rows[0]!.id)
  }

  async command(id: number): Promise<CommandState> {
    const { rows } = await this.database.pool.query<CommandState>('SELECT * FROM device_commands WHERE id = $1', [id])
    return rows[0]!
  }

  async undoOf(id: number): Promise<(CommandState & { id: string }) | undefined> {
    const { rows } = await this.database.pool.query<CommandState & { id: string }>(
      'SELECT * FROM device_commands WHERE undo_of = $1 ORDER BY id DESC LIMIT 1',
      [id],
    )
    return rows[0]
  }

  /** Resolves with the command when it is in this state. */
  reaches(id: number, state: string): Promise<CommandState> {
    return until(`command ${id} is ${state}`, () => this.command(id), { everyMs: 20, fits: (command) => command.state === state })
  }

  environment(changes: Record<string, string>): Record<string, string> {
    return { DATABASE_URL: this.database.urlOf('ingest'), EVENT_LOG: this.eventLog, LOG_LEVEL: 'silent', ...changes }
  }
}

export interface CommandState {
  state: string
  text: string | null
  reply: string | null
  failure: string | null
  failure_detail: string | null
  gateway: string | null
  sent_at: Date | null
  replied_at: Date | null
  not_before: Date
}
