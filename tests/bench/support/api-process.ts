import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../../support/free-port.mjs'

const SECRET = `rbk_${'b'.repeat(43)}`
// The cost of compression is not measured.
const headers = { authorization: `Bearer ${SECRET}`, 'accept-encoding': 'identity' }

/** Adds a business with a manager, as whom an `ApiProcess` sends requests. */
export async function addCaller(client: pg.Client): Promise<void> {
  await client.query("INSERT INTO businesses (name, kind) VALUES ('Fleet', 'vendor')")
  await client.query(`INSERT INTO users (role_id, business_id, email, first_name, last_name)
    SELECT r.id, b.id, 'bench@fleet.example', 'B', 'B' FROM roles r, businesses b WHERE r.key = 'manager'`)
  await client.query("INSERT INTO api_tokens (user_id, name, secret_hash) SELECT id, 'bench', $1 FROM users", [
    createHash('sha256').update(SECRET).digest(),
  ])
}

/** The API in its own process. Its limits are so high that no benchmark reaches them. */
export class ApiProcess {
  readonly #process: ChildProcess
  readonly #port: number

  private constructor(process: ChildProcess, port: number) {
    this.#process = process
    this.#port = port
  }

  static async start(databaseUrl: string): Promise<ApiProcess> {
    const port = await freePort()
    const main = path.join(path.dirname(createRequire(import.meta.url).resolve('@roadbook/api/bootstrap')), 'main.js')
    const environment = { DATABASE_URL: databaseUrl, PORT: String(port), HOST: '127.0.0.1', API_HEALTH_PORT: '0' }
    const generous = { RATE_LIMIT_TOKEN_PER_MINUTE: '100000000', RATE_LIMIT_ADDRESS_PER_MINUTE: '100000000', LOG_LEVEL: 'silent' }
    const api = new ApiProcess(
      spawn(process.execPath, [main], { env: { ...process.env, ...environment, ...generous }, stdio: 'inherit' }),
      port,
    )
    while (!(await fetch(api.address('/auth/user'), { headers }).catch(() => undefined))?.ok) await wait(200)
    return api
  }

  get pid(): number {
    return this.#process.pid!
  }

  /** Returns the resident memory of the API, in MiB. */
  residentMb(): number {
    const [, kb = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? []
    return Number(kb) / 1024
  }

  /** Sends a request and reads the whole answer in pieces. @returns its size in bytes */
  async ask(call: string): Promise<number> {
    const answer = await fetch(this.address(call), { headers })
    if (!answer.ok) throw new Error(`${call} answers ${answer.status} ${await answer.text()}`)
    let bytes = 0
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) bytes += piece.byteLength
    return bytes
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
  }

  private address(call: string): string {
    return `http://127.0.0.1:${this.#port}/api/v1${call}`
  }
}
