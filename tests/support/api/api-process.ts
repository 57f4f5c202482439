import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { TestDatabase } from '../database/test-database.js'
import { freePort } from '../free-port.mjs'
import { until } from '@roadbook/testing/until'

/** The API in a process of its own, which can be killed. */
export class ApiProcess {
  private child: ChildProcess
  url: string

  constructor(
    private readonly database: TestDatabase,
    private readonly environment: Record<string, string>,
  ) {}

  /** Resolves when the API answers requests and accepts jobs. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    const port = await freePort()
    this.url = `http://127.0.0.1:${port}`
    this.child = spawn(process.execPath, [resolve(__dirname, '../../../apps/api/dist/main.js')], {
      env: {
        ...process.env,
        DATABASE_URL: this.database.urlOf('web'),
        PORTAL_URL: 'https://portal.example/',
        PORT: String(port),
        HOST: '127.0.0.1',
        API_HEALTH_PORT: '0',
        JOBS_HEARTBEAT_S: '10',
        JOBS_WATCH_S: '1',
        JOBS_POLL_S: '1',
        MAIL_RETRY_S: '1',
        LOG_LEVEL: 'silent',
        ...this.environment,
        ...environment,
      },
      stdio: 'inherit',
    })
    await this.until('the API answers', async () => (await fetch(`${this.url}/config.json`)).ok)
    await this.until('the API opens its queue for mails', async () => {
      const { rowCount } = await this.database.pool.query("SELECT 1 FROM jobs.queue WHERE name = 'send-mail'")
      return rowCount === 1
    })
  }

  /** Ends the API immediately with SIGKILL. */
  interrupt(): void {
    this.child.kill('SIGKILL')
  }

  /**
   * Ends the API with SIGKILL and releases its running jobs for other processes. Otherwise this would happen only after its
   * heartbeat has been missing for `JOBS_HEARTBEAT_S`.
   */
  async kill(): Promise<void> {
    if (this.hasEnded) return
    this.interrupt()
    await once(this.child, 'exit')
    await this.database.pool.query(
      "UPDATE jobs.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active' AND heartbeat_on IS NOT NULL",
    )
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Waits as {@link until} does, but stops when the process ends. A failed test therefore leaves no wait behind. */
  private async until(what: string, check: () => Promise<boolean>): Promise<void> {
    await until(what, async () => this.hasEnded || check(), { withinMs: 120_000, outlastsErrors: true })
    if (this.hasEnded) throw new Error(`the API ended with ${this.child.exitCode ?? this.child.signalCode} before this: ${what}`)
  }
}
