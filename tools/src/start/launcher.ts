import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSetupLink } from '@roadbook/identity/setup-link'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { projectRoot } from '../project-root.js'
import { demoAccounts } from '../seed/seed-demo.js'
import { DataDirectory } from './data-directory.js'
import { assertDatabaseUserMayEnter } from './database-user.js'
import { assertPortFree, freePort } from './free-port.js'
import { SupervisedProcess } from './supervised-process.js'

export interface LaunchOptions {
  /** Seed the demo businesses and drive their fleet. */
  demo: boolean
}

interface Ports {
  portal: number
  identity: number
  gateway: number
  teltonika: number
}

const CLI = path.join(import.meta.dirname, '../cli.js')
const say = (text: string) => console.log(text)

/**
 * The whole product on one machine: database, identity provider, API with portal, gateway and consumer, each a process
 * that is started again when it dies. Resolves when everything is ready; SIGINT or SIGTERM ends it all within 10 s.
 */
export async function launch({ demo }: LaunchOptions): Promise<void> {
  const ports = readPorts()
  await Promise.all([
    assertPortFree(ports.portal, 'PORT'),
    assertPortFree(ports.identity, 'IDENTITY_PORT'),
    assertPortFree(ports.gateway, 'GATEWAY_PORT'),
    assertPortFree(ports.teltonika, 'TELTONIKA_PORT'),
  ])
  const data = new DataDirectory()
  if (!process.env.DATABASE_URL) assertDatabaseUserMayEnter(data.path)
  const product = new Product(data, ports)
  product.endOnSignals()
  const databaseUrl = process.env.DATABASE_URL ?? (await product.startDatabase())
  product.publishRuntime(databaseUrl)
  const ran = await migrate(databaseUrl)
  if (ran.length > 0) say(`Database brought up to date (${ran.length} migrations)`)
  const pool = createPool({ url: databaseUrl, name: 'roadbook-launcher', max: 2 })
  const accounts = demo ? demoAccounts(data) : []
  if (demo) await seedInOwnProcess(databaseUrl)
  const setupLink = await createSetupLink(pool, product.issuer)
  await pool.end()
  await product.startServices(databaseUrl)
  if (demo) product.startFleet()
  announce({ ports, portalUrl: product.portalUrl, setupLink, accounts })
}

const moduleOf = (app: string, file: string) => path.join(projectRoot, 'apps', app, 'dist', `${file}.js`)

/** Ninety days of driving take memory that the launcher would keep for as long as the product runs. */
async function seedInOwnProcess(databaseUrl: string): Promise<void> {
  const seed = spawn(process.execPath, [CLI, 'seed', '--demo', '--no-accounts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
  const [code] = (await once(seed, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the demo could not be seeded')
}

function readPorts(): Ports {
  const port = (variable: string, standard: number) => {
    const value = Number(process.env[variable] ?? standard)
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      throw new Error(`${variable} must be a port from 1 to 65535, not "${process.env[variable]}"`)
    return value
  }
  return {
    portal: port('PORT', 8080),
    identity: port('IDENTITY_PORT', 8081),
    gateway: port('GATEWAY_PORT', 5000),
    teltonika: port('TELTONIKA_PORT', 5027),
  }
}

class Product {
  readonly portalUrl: string
  readonly issuer: string
  #database: SupervisedProcess | undefined
  #services: SupervisedProcess[] = []
  #fleet: SupervisedProcess | undefined
  #ending: Promise<void> | undefined
  #databaseUrl: string | undefined
  readonly #pids = new Map<string, number>()

  constructor(
    private readonly data: DataDirectory,
    private readonly ports: Ports,
  ) {
    this.portalUrl = process.env.PORTAL_URL ?? `http://localhost:${ports.portal}`
    this.issuer = process.env.OIDC_ISSUER ?? `http://localhost:${ports.identity}`
  }

  /** Lets the command line find the running product, and its processes as they come and go. */
  publishRuntime(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl
    this.data.runtime = { databaseUrl, launcherPid: process.pid, processes: Object.fromEntries(this.#pids) }
  }

  async startDatabase(): Promise<string> {
    const port = await freePort()
    const password = this.data.secret('postgres')
    say(existsSync(this.data.in('postgres', 'PG_VERSION')) ? 'Starting the database' : 'Making the database (once)')
    const database = this.#process(
      'postgres',
      path.join(import.meta.dirname, 'postgres-host.js'),
      { POSTGRES_PASSWORD: password },
      [this.data.in('postgres'), String(port)],
    )
    this.#database = database
    const ready = new Promise<void>((resolve) => database.onMessage((message) => message === 'ready' && resolve()))
    database.start()
    await Promise.race([ready, this.#crashOf(database), this.#givesUp(120_000, database)])
    return `postgres://roadbook:${encodeURIComponent(password)}@127.0.0.1:${port}/roadbook`
  }

  async startServices(databaseUrl: string): Promise<void> {
    const health = { api: await freePort(), gateway: await freePort(), consumer: await freePort() }
    const env = {
      DATABASE_URL: databaseUrl,
      EVENT_LOG: process.env.EVENT_LOG ?? 'postgres',
      OIDC_ISSUER: this.issuer,
      PORTAL_URL: this.portalUrl,
      PORT: String(this.ports.portal),
      IDENTITY_PORT: String(this.ports.identity),
      GATEWAY_PORT: String(this.ports.gateway),
      TELTONIKA_PORT: String(this.ports.teltonika),
      PORTAL_DIR: path.join(projectRoot, 'apps/portal/dist'),
      API_HEALTH_PORT: String(health.api),
      GATEWAY_HEALTH_PORT: String(health.gateway),
      CONSUMER_HEALTH_PORT: String(health.consumer),
    }
    const usesEmbeddedIdentity = process.env.OIDC_ISSUER === undefined || process.env.IDENTITY_PORT !== undefined
    const names = [...(usesEmbeddedIdentity ? ['identity'] : []), 'api', 'consumer', 'gateway']
    this.#services = names.map((name) => this.#process(name, moduleOf(name, 'main'), env))
    for (const service of this.#services) service.start()
    const addresses: Record<string, string> = {
      identity: `http://127.0.0.1:${this.ports.identity}/health/ready`,
      api: `http://127.0.0.1:${health.api}/health/ready`,
      gateway: `http://127.0.0.1:${health.gateway}/health/ready`,
      consumer: `http://127.0.0.1:${health.consumer}/health/ready`,
    }
    await Promise.all(
      this.#services.map((service) => Promise.race([isReady(addresses[service.name] as string), this.#givesUp(60_000, service)])),
    )
  }

  startFleet(): void {
    this.#fleet = this.#process('fleet', CLI, {}, ['demo-fleet', '--port', String(this.ports.teltonika)])
    this.#fleet.start()
  }

  endOnSignals(): void {
    const end = (signal: NodeJS.Signals) => {
      if (this.#ending) return
      say(`\n${signal}: ending Roadbook`)
      this.#ending = this.#end().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    }
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
    process.on('SIGHUP', end)
  }

  /** Against the stream: who writes stops before who stores; the database last. At most 9 s in all. */
  async #end(): Promise<void> {
    await Promise.all([
      this.#fleet?.stop(1_000),
      ...this.#services.filter(({ name }) => name === 'gateway').map((one) => one.stop(2_500)),
    ])
    await Promise.all(this.#services.map((one) => one.stop(3_000)))
    await this.#database?.stop(3_000)
    this.data.runtime = undefined
  }

  #process(name: string, module: string, env: Record<string, string | undefined>, args: string[] = []): SupervisedProcess {
    return new SupervisedProcess({
      name,
      module,
      args,
      env,
      logDirectory: this.data.in('logs'),
      onCrash: (message) => console.error(message),
      onStart: (pid) => {
        this.#pids.set(name, pid)
        if (this.#databaseUrl) this.publishRuntime(this.#databaseUrl)
      },
    })
  }

  /** Rejects with the end of its log when the process dies: at the first start that is no passing trouble. */
  #crashOf(service: SupervisedProcess): Promise<never> {
    return new Promise((_, reject) =>
      service.onExit(() => {
        const log = existsSync(service.logFile)
          ? readFileSync(service.logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
          : ''
        reject(new Error(`${service.name} does not start:\n${log}`))
      }),
    )
  }

  async #givesUp(afterMs: number, service: SupervisedProcess): Promise<never> {
    await pause(afterMs, undefined, { ref: false })
    throw new Error(`${service.name} was not ready within ${afterMs / 1_000} s. Its log: ${service.logFile}`)
  }
}

/** Resolves when the address answers 200. */
async function isReady(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) return
    await pause(150)
  }
}

interface Announcement {
  ports: Ports
  portalUrl: string
  setupLink: string | undefined
  accounts: ReturnType<typeof demoAccounts>
}

function announce({ ports, portalUrl, setupLink, accounts }: Announcement): void {
  say('')
  say(`  Portal and API   ${portalUrl}`)
  say(`  API description  ${portalUrl}/api/docs`)
  say(`  Trackers (TCP)   port ${ports.gateway} for every protocol, port ${ports.teltonika} for Teltonika`)
  if (accounts.length > 0) {
    say('')
    say('  Demo accounts')
    for (const { roleName, email, password } of accounts) say(`    ${roleName.padEnd(12)} ${email.padEnd(34)} ${password}`)
  }
  if (setupLink) {
    say('')
    say('  Make the first super admin here (once, within 24 hours):')
    say(`    ${setupLink}`)
  }
  say('')
  say('Roadbook is ready')
}
