import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@roadbook/testing/until'
import { projectRoot } from '@roadbook/tools/project-root'
import { freePort } from '../free-port.mjs'

const PROGRAM = process.env.PGBOUNCER_PROGRAM ?? 'pgbouncer'
/**
 * Number of database sessions that the clients of one role share. There are more clients, so each session often changes
 * client.
 */
const SHARED_SESSIONS = 5

/** Returns the statement of docs/operating/connect.md that gives roles the settings that a pooler drops. */
export function settingsOfRoles(): string {
  const page = readFileSync(path.join(projectRoot, 'docs/operating/connect.md'), 'utf8')
  const statement = [...page.matchAll(/```sql\n([\s\S]*?)```/g)]
    .map(([, sql]) => sql!)
    .find((sql) => sql.includes('ALTER ROLE %I'))
  if (!statement) throw new Error('docs/operating/connect.md has no statement with the settings of roles')
  return statement
}

/** A real PgBouncer in transaction mode, with the settings of docs/operating/connect.md. */
export class Pooler {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly program: ChildProcess,
  ) {}

  static get isInstalled(): boolean {
    return spawnSync(PROGRAM, ['--version']).status === 0
  }

  /** @param urls addresses of the database with the roles that may sign in; all of one server */
  static async start(urls: readonly string[]): Promise<Pooler> {
    const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-pooler-'))
    chmodSync(folder, 0o755)
    const port = await freePort()
    const [users, settings] = [path.join(folder, 'users.txt'), path.join(folder, 'pgbouncer.ini')]
    const signIns = urls.map((url) => new URL(url))
    writeFileSync(users, signIns.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''))
    const { hostname, port: databasePort, pathname } = signIns[0]!
    const lines = [
      '[databases]',
      `${pathname.slice(1)} = host=${hostname} port=${databasePort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${SHARED_SESSIONS}`,
      'max_client_conn = 500',
      'ignore_startup_parameters = options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
      // It refuses to run as root.
      ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    ]
    writeFileSync(settings, `${lines.join('\n')}\n`)
    const program = spawn(PROGRAM, [settings], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    program.stderr.on('data', (text: Buffer) => (said += text.toString()))
    await until('PgBouncer listens', () => answers(port)).catch((error: Error) => {
      program.kill('SIGKILL')
      throw new Error(`${error.message}\n${said}`)
    })
    return new Pooler(folder, port, program)
  }

  /** Returns the same address through the pooler. */
  through(url: string): string {
    return Object.assign(new URL(url), { host: `127.0.0.1:${this.port}` }).href
  }

  async stop(): Promise<void> {
    const ended = once(this.program, 'exit')
    this.program.kill('SIGINT')
    await ended
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Resolves to true if a program listens on the port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
