import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/free-port.mjs'
import { cpuMs } from './cpu-time.ts'

const MAIN = fileURLToPath(new URL('../../../apps/consumer/dist/main.js', import.meta.url))

/** The consumer process, as in production. */
export class ConsumerProcess {
  declare readonly port: number
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, port: number) {
    this.#process = process
    this.port = port
  }

  /** Resolves when the consumer process reads from the event log. */
  static async start(databaseUrl: string, eventLog = 'postgres'): Promise<ConsumerProcess> {
    const port = await freePort()
    const environment = {
      DATABASE_URL: databaseUrl,
      EVENT_LOG: eventLog,
      LOG_LEVEL: 'warn',
      CONSUMER_HEALTH_PORT: String(port),
    }
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`the consumer ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return new ConsumerProcess(child, port)
  }

  get cpuMs(): number {
    return cpuMs(this.#process.pid!)
  }

  /** Makes the process write a last checkpoint and end. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM')
    if (this.#process.exitCode === null) await once(this.#process, 'exit')
  }

  /** Returns the value of a metric, or `undefined` if it does not exist. */
  async metric(line: string): Promise<number | undefined> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text()
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }
}
