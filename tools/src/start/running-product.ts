import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { origin, readConfiguration } from '@roadbook/platform'
import { projectRoot } from '../project-root.js'
import type { DataDirectory } from './data-directory.js'
import { OWNER, passwordsFrom, urlAs } from './database-roles.js'
import { freePort } from './free-port.js'
import { type Ports, usesEmbeddedIdentity, usesMailbox } from './ports.js'
import { SupervisedProcess } from './supervised-process.js'

const CLI = path.join(import.meta.dirname, '../cli.js')
const moduleOf = (app: string, file: string) => path.join(projectRoot, 'apps', app, 'dist', `${file}.js`)

/** Database role of each process. */
const SIGN_INS: Readonly<Record<string, { role: string; variable: string }>> = {
  gateway: { role: 'roadbook_ingest', variable: 'INGEST_DATABASE_URL' },
  consumer: { role: 'roadbook_ingest', variable: 'INGEST_DATABASE_URL' },
  api: { role: 'roadbook_web', variable: 'API_DATABASE_URL' },
  identity: { role: 'roadbook_identity', variable: 'IDENTITY_DATABASE_URL' },
  mailbox: { role: 'roadbook_mailbox', variable: 'MAILBOX_DATABASE_URL' },
}

/** The processes of a single-machine installation. Starts them and ends them in order. */
export class RunningProduct {
  readonly portalUrl: string
  readonly issuer: string
  /** Page on which an operator sees the sent mails. Undefined if mails are sent to a mail server. */
  readonly mailboxUrl: string | undefined
  #database: SupervisedProcess | undefined
  #services: SupervisedProcess[] = []
  #fleet: SupervisedProcess | undefined
  #seed: ChildProcess | undefined
  #ending: Promise<void> | undefined
  #databaseUrl: string | undefined
  /** Returns connection strings of the embedded database, by role. Undefined with another database. */
  #embedded: ((role: string) => string) | undefined
  readonly #pids = new Map<string, number>()
  #health: Record<string, number> = {}

  constructor(
    private readonly data: DataDirectory,
    private readonly ports: Ports,
  ) {
    const { PORTAL_URL, IDENTITY_URL } = readConfiguration({ PORTAL_URL: origin.optional(), IDENTITY_URL: origin.optional() })
    this.portalUrl = PORTAL_URL ?? `http://localhost:${ports.portal}`
    this.issuer = process.env.OIDC_ISSUER || (IDENTITY_URL ?? `http://localhost:${ports.identity}`)
    this.mailboxUrl = usesMailbox() ? `http://localhost:${ports.mailbox}/${data.secret('mailbox')}` : undefined
  }

  /** Publishes the addresses and process ids of the running product for the command line. */
  publishRuntime(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl
    const processes = Object.fromEntries(this.#pids)
    const databaseDirectUrl = process.env.DATABASE_DIRECT_URL
    this.data.runtime = {
      databaseUrl,
      ...(databaseDirectUrl && { databaseDirectUrl }),
      launcherPid: process.pid,
      processes,
      health: this.#health,
    }
  }

  async startDatabase(): Promise<string> {
    const port = await freePort()
    const password = this.data.secret('postgres')
    console.log(existsSync(this.data.in('postgres', 'PG_VERSION')) ? 'Starting the database' : 'Making the database (once)')
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
    this.#embedded = (role) => urlAs(role, port, passwordsFrom(password))
    return this.#embedded(OWNER)
  }

  /**
   * Returns the connection string of a process. With the embedded database the process has a role of its own. With another
   * database the operator's setting is used.
   */
  #databaseUrlOf(name: string, ownersUrl: string): string {
    const { role, variable } = SIGN_INS[name]!
    return this.#embedded?.(role) ?? (process.env[variable] || ownersUrl)
  }

  async startServices(databaseUrl: string, { demo }: { demo: boolean }): Promise<void> {
    const { internal } = this.ports
    const health = { api: internal.apiHealth, gateway: internal.gatewayHealth, consumer: internal.consumerHealth }
    this.#health = { ...health, ...(this.mailboxUrl && { mailbox: this.ports.mailbox }) }
    const env = {
      // The address of the embedded database cannot be used as a secret, because its port differs at each start.
      MAIL_SECRET: process.env.MAIL_SECRET || (this.#embedded ? this.data.secret('mail') : databaseUrl),
      EVENT_LOG: process.env.EVENT_LOG || 'postgres',
      OIDC_ISSUER: this.issuer,
      PORTAL_URL: this.portalUrl,
      PORT: String(this.ports.portal),
      IDENTITY_PORT: String(this.ports.identity),
      IDENTITY_ADMIN_PORT: String(internal.identityAdmin),
      IDENTITY_ADMIN_URL: `http://127.0.0.1:${internal.identityAdmin}`,
      // Secret between the embedded identity provider and the API. Other identity providers have their own administration.
      IDENTITY_ADMIN_SECRET: usesEmbeddedIdentity() ? this.data.secret('identity-admin') : undefined,
      // The demo is only for viewing, so its super admin needs no phone for signing in.
      IDENTITY_TOTP: process.env.IDENTITY_TOTP || (demo ? 'optional' : undefined),
      GATEWAY_PORT: String(this.ports.gateway),
      TELTONIKA_PORT: String(this.ports.teltonika),
      PORTAL_DIR: path.join(projectRoot, 'apps/portal/dist'),
      API_HEALTH_PORT: String(health.api),
      GATEWAY_HEALTH_PORT: String(health.gateway),
      CONSUMER_HEALTH_PORT: String(health.consumer),
      SMTP_URL: this.mailboxUrl ? `smtp://127.0.0.1:${internal.mailboxSmtp}` : process.env.SMTP_URL,
      MAILBOX_PORT: String(this.ports.mailbox),
      MAILBOX_SECRET: this.mailboxUrl && this.data.secret('mailbox'),
      MAILBOX_SMTP_PORT: String(internal.mailboxSmtp),
      // Node keeps compiled code here, so that the next start of a program is faster.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? this.data.in('compiled'),
      // Short, because the whole product must end within 10 s.
      JOBS_DRAIN_MS: process.env.JOBS_DRAIN_MS || '1500',
    }
    const names = [
      ...(usesEmbeddedIdentity() ? ['identity'] : []),
      ...(this.mailboxUrl ? ['mailbox'] : []),
      'api',
      'consumer',
      'gateway',
    ]
    this.#services = names.map((name) => {
      const own = { ...env, DATABASE_URL: this.#databaseUrlOf(name, databaseUrl) }
      return this.#process(name, moduleOf(name, 'main'), own)
    })
    for (const service of this.#services) service.start()
    const addresses: Record<string, string> = {
      identity: `http://127.0.0.1:${this.ports.identity}/health/ready`,
      mailbox: `http://127.0.0.1:${this.ports.mailbox}/health/ready`,
      api: `http://127.0.0.1:${health.api}/health/ready`,
      gateway: `http://127.0.0.1:${health.gateway}/health/ready`,
      consumer: `http://127.0.0.1:${health.consumer}/health/ready`,
    }
    await Promise.all(
      this.#services.map((service) => Promise.race([isReady(addresses[service.name] as string), this.#givesUp(60_000, service)])),
    )
  }

  /**
   * Seeds the demo in a separate process. Generating ninety days of driving takes much memory, which the launcher itself
   * would not give back.
   */
  async seedDemo(databaseUrl: string): Promise<void> {
    this.#seed = spawn(process.execPath, [CLI, 'seed', '--demo', '--no-accounts'], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: 'inherit',
    })
    const [code] = (await once(this.#seed, 'exit')) as [number | null]
    if (this.#ending) await this.#ending
    if (code !== 0) throw new Error('the demo could not be seeded')
  }

  startFleet(): void {
    this.#fleet = this.#process('fleet', CLI, {}, ['demo-fleet', '--port', String(this.ports.teltonika)])
    this.#fleet.start()
  }

  /**
   * Ends the product at a signal. Also ends it when the launcher was started by a process over a channel and that process is
   * gone.
   */
  endOnSignals(): void {
    const end = (reason: string) => {
      if (this.#ending) return
      console.log(`\n${reason}: ending Roadbook`)
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
    process.on('disconnect', () => end('the starter has gone'))
  }

  /** Ends the processes that send data first, then those that store it, and the database last. Takes at most 9 s. */
  async #end(): Promise<void> {
    this.#seed?.kill('SIGKILL')
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

  /**
   * Rejects when the process dies, with the end of the process's log. A crash during the first start is not a temporary problem.
   */
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

/** Resolves when the address answers with status 200. */
async function isReady(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) return
    await pause(150)
  }
}
