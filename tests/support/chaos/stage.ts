import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEventLog, type OpenEventLog } from '@roadbook/event-log'
import { migrate } from '@roadbook/migrations'
import type { VehicleType } from '@roadbook/contracts'
import pg from 'pg'
import { addBusiness, addVehicle, testImei, type Vehicle } from '../database/tenant-fixture.js'
import { freePort } from '../free-port.mjs'
import { AckJournal } from './ack-journal.js'
import { DurablePostgres } from './durable-postgres.js'
import { checkLosses, type Sent, type Verdict } from './loss-checker.js'
import { builtModule, ManagedProcess, NODE } from './managed-process.js'
import { within } from '@roadbook/testing/until'

export interface StageOptions {
  /** Default: `postgres`. */
  eventLog?: string
  /** Folder for the database. Default: a new one. */
  databaseFolder?: string
}

export interface Gateway extends ManagedProcess {
  /** Port that accepts every protocol. */
  port: number
}

export interface Api extends ManagedProcess {
  port: number
  url: string
}

export interface StartOptions {
  env?: Record<string, string>
  /** Prefix for the command of the program, for example `ip netns exec …`. */
  wrap?: readonly string[]
  /** Address of the database for the process. Default: the database's own address. */
  databaseUrl?: string
  eventLog?: string
  /** Address to listen on, for trackers and for the suite. Default: the loopback. */
  host?: string
}

/**
 * Database with fsync, and any number of gateways and consumer processes. Each process can be killed, frozen or cut off
 * separately.
 */
export class Stage {
  readonly journal: AckJournal
  readonly #processes: ManagedProcess[] = []
  #businessId = 0
  #vehicles = 0
  #count = 0

  private constructor(
    readonly folder: string,
    readonly database: DurablePostgres,
    readonly pool: pg.Pool,
    readonly eventLog: string,
    readonly log: OpenEventLog,
  ) {
    this.journal = new AckJournal(path.join(folder, 'acknowledged'))
  }

  static async open({ eventLog = 'postgres', databaseFolder }: StageOptions = {}): Promise<Stage> {
    const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-chaos-'))
    // When the suite runs as root, the database runs as another user, who must be able to enter this folder.
    chmodSync(folder, 0o755)
    const port = await freePort()
    const database = new DurablePostgres({
      folder: databaseFolder ?? path.join(folder, 'postgres'),
      port,
      logFile: path.join(folder, 'postgres.log'),
    })
    await database.start()
    // Migrates as the owner role. As in the product, each start transfers the superuser's objects to this role, which locks
    // the objects.
    await migrate(database.ownerUrl)
    const pool = new pg.Pool({ connectionString: database.url, max: 6, connectionTimeoutMillis: 5_000 })
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    const log = await openEventLog(eventLog, { databaseUrl: database.url, clientId: 'checker' })
    const stage = new Stage(folder, database, pool, eventLog, log)
    stage.#businessId = await addBusiness(pool, 'Chaos')
    await log.prepare()
    return stage
  }

  /** Adds a vehicle with a tracker and an IMEI of its own. */
  async addVehicle(vehicleType: VehicleType = 'eBike'): Promise<Vehicle> {
    const number = ++this.#vehicles
    return addVehicle(this.pool, {
      businessId: this.#businessId,
      name: `Vehicle ${number}`,
      imei: testImei(number),
      vehicleType,
    })
  }

  async addVehicles(count: number): Promise<string[]> {
    const imeis: string[] = []
    for (let number = 0; number < count; number++) imeis.push((await this.addVehicle()).imei)
    return imeis
  }

  async startGateway(options: StartOptions = {}): Promise<Gateway> {
    const port = await freePort()
    const env = {
      GATEWAY_HOST: options.host ?? '127.0.0.1',
      GATEWAY_PORT: String(port),
      TELTONIKA_PORT: '0',
      PROTOCOL_PORTS: 'none',
      DRAIN_MS: '2000',
    }
    return Object.assign(await this.#start('gateway', 'GATEWAY_HEALTH_PORT', env, options), { port })
  }

  startConsumer(options: StartOptions = {}): Promise<ManagedProcess> {
    return this.#start('consumer', 'CONSUMER_HEALTH_PORT', {}, options)
  }

  /** Starts an API with the database role of APIs. @param issuer address of the provider whose tokens it accepts */
  async startApi(issuer: string, options: StartOptions = {}): Promise<Api> {
    const port = await freePort()
    const env = {
      HOST: '127.0.0.1',
      PORT: String(port),
      OIDC_ISSUER: issuer,
      PORTAL_URL: 'https://portal.example/',
      MAIL_SECRET: 'the same secret for every API of the stage',
      NODE_ENV: 'production',
      ...options.env,
    }
    const databaseUrl = options.databaseUrl ?? this.database.urlAs('roadbook_web')
    const started = await this.#start('api', 'API_HEALTH_PORT', env, { ...options, env: {}, databaseUrl })
    return Object.assign(started, { port, url: `http://127.0.0.1:${port}` })
  }

  get businessId(): number {
    return this.#businessId
  }

  async #start(app: string, healthVariable: string, own: Record<string, string>, options: StartOptions): Promise<ManagedProcess> {
    const healthPort = await freePort()
    const started = new ManagedProcess({
      name: app,
      command: [...(options.wrap ?? []), NODE, builtModule(`apps/${app}/dist/main.js`)],
      env: {
        DATABASE_URL: options.databaseUrl ?? this.database.url,
        EVENT_LOG: options.eventLog ?? this.eventLog,
        [healthVariable]: String(healthPort),
        HEALTH_HOST: options.host ?? '127.0.0.1',
        ...own,
        ...options.env,
      },
      logFile: path.join(this.folder, `${app}-${++this.#count}.log`),
      healthPort,
      ...(options.host && { healthHost: options.host }),
    })
    this.#processes.push(started)
    started.start()
    await started.ready()
    return started
  }

  /** Checks the trackers that `sent` names; see {@link checkLosses}. */
  check(sent: Sent, withinMs?: number): Promise<Verdict> {
    const promised = new Map([...this.journal.read()].filter(([imei]) => sent.has(imei)))
    return checkLosses({ pool: this.pool, log: this.log, sent, promised, ...(withinMs && { withinMs }) })
  }

  /**
   * Describes where messages may be waiting, for an error message: the lag of each partition, the parts of each process
   * that are not ready, and the end of the log of each process.
   */
  async state(): Promise<string> {
    const lag = await within('the log reports its lag', 15_000, this.log.lag('tracker.packets', 'consumer')).then(
      (partitions) => [...partitions].map(([partition, waiting]) => `${partition}: ${waiting}`).join(', '),
      String,
    )
    const processes = await Promise.all(this.#processes.map((one) => one.state()))
    return [`packets that wait for the consumers, by partition: ${lag}`, ...processes].join('\n\n')
  }

  async close(): Promise<void> {
    for (const one of this.#processes) one.signal('SIGCONT')
    await Promise.all(this.#processes.map((one) => one.kill({ stay: true })))
    this.journal.close()
    await within('the checker lets go of the log', 15_000, this.log.close()).catch(() => undefined)
    await within('the checker lets go of the database', 15_000, this.pool.end()).catch(() => undefined)
    await this.database.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Resolves when the trackers have read every acknowledgement that was sent so far. The caller must ensure that no further
 * packets become durable meanwhile, because these would be acknowledged, too. Queries the gateway three times. After the second
 * query, the gateway has processed everything that it received and has written its answers. After the third query, these
 * answers have arrived here.
 */
export async function answersAreRead(gateway: ManagedProcess): Promise<void> {
  for (let look = 0; look < 3; look++) await gateway.metric('gateway_connections')
}
