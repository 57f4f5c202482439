import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from './free-port.mjs'
import { within } from '@roadbook/testing/until'

export interface Product {
  portalUrl: string
  identityUrl: string
  /** Port that accepts every protocol. */
  gatewayPort: number
  teltonikaPort: number
  /** Page that shows the mails that the product has sent. */
  mailboxUrl: string
  databaseUrl: string
  pool: pg.Pool
  dataDirectory: string
  /** Lines that the product printed until it was ready. */
  said: readonly string[]
  /** Process id of the starter: the launcher, or npm. */
  starterPid: number
  launcherPid: number
  /** Returns the current process ids by name. */
  processes(): Record<string, number>
  /** Returns the current process id of `gateway`, `consumer`, `api` or `identity`. */
  pidOf(name: string): number
  /** Sends SIGKILL to a process. The launcher starts the process again. */
  kill(name: string): void
  /** Resolves when the launcher has ended. */
  ended: Promise<unknown>
  /** Ends the product as an operator would, and deletes its data unless the folder was given. */
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
/**
 * Maximum time until the product is ready, milliseconds. A start takes about 10 s, or 50 s with the demo. The time-out of
 * tests that start the product is longer: two minutes, or five with the demo.
 */
const READY_WITHIN_MS = { plain: 100_000, demo: 240_000 }

export interface ProductOptions {
  /** Default: `postgres`. */
  eventLog?: string
  args?: string[]
  env?: Record<string, string>
  /** Data of an earlier start. Default: a new folder. */
  dataDirectory?: string
  /** True to start through `npm start`, as people do. Default: starts the launcher directly. */
  throughNpm?: boolean
}

export function newDataDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'roadbook-product-'))
  // When the suite runs as root, the database runs as another user, who must be able to enter this folder.
  chmodSync(directory, 0o755)
  return directory
}

/** Starts the whole product as its launcher does, on free ports and with its own data directory. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const [portal, identity, gateway, teltonika, mailbox] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const dataDirectory = options.dataDirectory ?? newDataDirectory()
  const { DATABASE_URL: _database, OIDC_ISSUER: _issuer, SMTP_URL: _smtp, ...environment } = process.env
  const args = options.args ?? []
  const [program, ...before] = options.throughNpm
    ? ['npm', 'start', '--']
    : [path.join(root, 'node_modules/.bin/node'), path.join(root, 'tools/dist/cli.js'), 'start']
  const launcher = spawn(program, [...before, ...args], {
    cwd: root,
    env: {
      ...environment,
      // A zone with summer time, because many operators have one.
      TZ: 'Europe/Amsterdam',
      ROADBOOK_DATA_DIR: dataDirectory,
      PORT: String(portal),
      IDENTITY_PORT: String(identity),
      GATEWAY_PORT: String(gateway),
      TELTONIKA_PORT: String(teltonika),
      MAILBOX_PORT: String(mailbox),
      EVENT_LOG: options.eventLog ?? 'postgres',
      TILE_URL: 'none',
      // Receivers of webhooks run on the same machine as the tests.
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => launcher.once('exit', resolve))
  const said = await untilReady(launcher, READY_WITHIN_MS[args.includes('--demo') ? 'demo' : 'plain']).catch((error: unknown) => {
    // The caller gets no reference to the launcher, which would therefore outlive the tests.
    launcher.kill('SIGTERM')
    throw error
  })
  const runtime = () =>
    JSON.parse(readFileSync(path.join(dataDirectory, 'runtime.json'), 'utf8')) as {
      databaseUrl: string
      launcherPid: number
      processes: Record<string, number>
    }
  const { databaseUrl, launcherPid } = runtime()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => undefined)
  const pidOf = (name: string) => {
    const pid = runtime().processes[name]
    if (pid === undefined) throw new Error(`no process ${name}`)
    return pid
  }
  return {
    portalUrl: `http://localhost:${portal}`,
    identityUrl: `http://localhost:${identity}`,
    gatewayPort: gateway,
    teltonikaPort: teltonika,
    mailboxUrl: `http://localhost:${mailbox}`,
    databaseUrl,
    pool,
    dataDirectory,
    said,
    starterPid: launcher.pid as number,
    launcherPid,
    processes: () => runtime().processes,
    ended,
    pidOf,
    kill: (name) => process.kill(pidOf(name), 'SIGKILL'),
    stop: async () => {
      await pool.end()
      launcher.kill('SIGTERM')
      await ended
      if (!options.dataDirectory) rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Resolves at the line `Roadbook is ready`. Rejects with the output if the launcher ends before that or takes too long. */
function untilReady(launcher: ChildProcess, withinMs: number): Promise<string[]> {
  const said: string[] = []
  const ready = new Promise<string[]>((resolve, reject) => {
    for (const stream of [launcher.stdout, launcher.stderr])
      createInterface({ input: stream as NodeJS.ReadableStream }).on('line', (line) => {
        said.push(line)
        if (line === 'Roadbook is ready') resolve(said)
      })
    launcher.once('exit', (code) => reject(new Error(`the product ended with ${code} before it was ready:\n${said.join('\n')}`)))
  })
  return within('the product says that it is ready', withinMs, ready, () => said.join('\n'))
}
