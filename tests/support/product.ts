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
  /** The port that recognises every protocol. */
  gatewayPort: number
  teltonikaPort: number
  /** The page of the mails that it sent. */
  mailboxUrl: string
  databaseUrl: string
  pool: pg.Pool
  dataDirectory: string
  /** What it printed until it was ready, line by line. */
  said: readonly string[]
  /** Of what was started: the launcher, or npm. */
  starterPid: number
  launcherPid: number
  /** Process ids by name, as they are now. */
  processes(): Record<string, number>
  /** The process id of `gateway`, `consumer`, `api` or `identity` as it is now. */
  pidOf(name: string): number
  /** SIGKILL; the launcher starts it again. */
  kill(name: string): void
  /** Resolves when the launcher has ended. */
  ended: Promise<unknown>
  /** Ends it as an operator would, and forgets its data unless they were given. */
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
/** The product takes some 10 s to start, and 50 s with the demo. Tests that start one have two minutes, and five with the demo. */
const READY_WITHIN_MS = { plain: 100_000, demo: 240_000 }

export interface ProductOptions {
  /** Default `postgres`. */
  eventLog?: string
  args?: string[]
  env?: Record<string, string>
  /** Of an earlier start; default a new one. */
  dataDirectory?: string
  /** Through `npm start`, as people do; default the launcher itself. */
  throughNpm?: boolean
}

export function newDataDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'roadbook-product-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(directory, 0o755)
  return directory
}

/** Starts the whole product as its launcher does, on free ports and in a data directory of its own. */
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
      // A machine in a zone with summer time, as operators have it.
      TZ: 'Europe/Amsterdam',
      ROADBOOK_DATA_DIR: dataDirectory,
      PORT: String(portal),
      IDENTITY_PORT: String(identity),
      GATEWAY_PORT: String(gateway),
      TELTONIKA_PORT: String(teltonika),
      MAILBOX_PORT: String(mailbox),
      EVENT_LOG: options.eventLog ?? 'postgres',
      TILE_URL: 'none',
      // Receivers of webhooks stand beside the tests.
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => launcher.once('exit', resolve))
  const said = await untilReady(launcher, READY_WITHIN_MS[args.includes('--demo') ? 'demo' : 'plain']).catch((error: unknown) => {
    // Nobody else knows of it: it would go on after the tests.
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

/** Resolves at the line `Roadbook is ready`; rejects with what was said when it ends before, or takes too long. */
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
