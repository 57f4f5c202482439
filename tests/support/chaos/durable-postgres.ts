import { readFileSync } from 'node:fs'
import { OWNER, passwordsFrom, urlAs } from '@roadbook/tools/start/database-roles'
import { builtModule, ManagedProcess, NODE } from './managed-process.js'
import { until } from '@roadbook/testing/until'

const PASSWORD = 'roadbook'

export interface DurablePostgresOptions {
  /** Folder of the cluster, created if missing. */
  folder: string
  port: number
  logFile: string
}

/**
 * The embedded PostgreSQL with the settings of the product, including fsync. It has its own process, which can be killed
 * and kept down.
 */
export class DurablePostgres {
  readonly url: string
  /** Connection string of the role that owns the tables, which is not a superuser. */
  readonly ownerUrl: string
  readonly #host: ManagedProcess
  readonly #folder: string
  readonly #port: number

  constructor({ folder, port, logFile }: DurablePostgresOptions) {
    this.#folder = folder
    this.#port = port
    this.url = `postgres://roadbook:${PASSWORD}@127.0.0.1:${port}/roadbook`
    this.ownerUrl = urlAs(OWNER, port, passwordsFrom(PASSWORD))
    this.#host = new ManagedProcess({
      name: 'postgres',
      command: [NODE, builtModule('tools/dist/start/postgres-host.js'), folder, String(port)],
      env: { POSTGRES_PASSWORD: PASSWORD },
      logFile,
      saysReady: true,
    })
  }

  /** Returns the connection string of a role with which a process signs in. */
  urlAs(role: string): string {
    return urlAs(role, this.#port, passwordsFrom(PASSWORD))
  }

  async start(): Promise<void> {
    this.#host.start()
    await this.#host.ready(120_000)
  }

  /**
   * Sends SIGKILL to the server, as if the power failed. All sessions end with it, so none can still commit. The server
   * stays down until {@link start}.
   */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster()
    await this.#host.kill({ stay: true })
    const sessions = childrenOf(postmaster)
    signal(postmaster, 'SIGKILL')
    await until('the database is gone', () => [postmaster, ...sessions].filter(isAlive), { fits: ({ length }) => length === 0 })
  }

  /** Freezes or resumes the listening server process. Its sessions continue. */
  signal(name: NodeJS.Signals): void {
    signal(this.#postmaster(), name)
  }

  log(): string {
    return this.#host.log()
  }

  async stop(): Promise<void> {
    await this.#host.stop(15_000)
  }

  #postmaster(): number {
    return Number(readFileSync(`${this.#folder}/postmaster.pid`, 'utf8').split('\n')[0])
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // ESRCH: the process has already ended, as intended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie counts as ended: it only waits until its parent reads its exit code.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // There is no such process, or it ended between the two checks.
    return false
  }
}
