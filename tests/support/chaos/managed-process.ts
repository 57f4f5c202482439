import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '@roadbook/testing/until'

const root = path.resolve(import.meta.dirname, '../../..')
export const NODE = path.join(root, 'node_modules/.bin/node')
/** Path of the built program of an app, or of a built module of the tools. */
export const builtModule = (file: string) => path.join(root, file)

export interface ManagedOptions {
  name: string
  /** The program and its arguments. */
  command: readonly string[]
  env: Record<string, string>
  logFile: string
  /** Port of `/health/ready` and `/metrics`. */
  healthPort?: number
  /** Default: the loopback. */
  healthHost?: string
  /** True if the process sends the IPC message `ready` when it is ready. Used for programs without a health port. */
  saysReady?: boolean
}

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * A process that is restarted immediately when it dies. (The product's launcher makes growing pauses before restarts. A
 * suite kills too often for that.) The process ends by itself when the suite's process ends.
 */
export class ManagedProcess {
  #child: ChildProcess | undefined
  #isWanted = false
  #isReady = false
  #restart: NodeJS.Timeout | undefined
  /** Number of starts so far. */
  starts = 0
  /** Exits that were not requested, with their code or signal. */
  readonly crashes: string[] = []
  #asked = false

  constructor(private readonly options: ManagedOptions) {}

  get name(): string {
    return this.options.name
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error(`${this.name} does not run`)
    return pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  start(): void {
    this.#isWanted = true
    this.#spawn()
  }

  /**
   * Sends a signal to the running process. If the process ends because of SIGKILL or SIGTERM, this does not count as a
   * crash.
   */
  signal(signal: NodeJS.Signals): void {
    if (signal === 'SIGKILL' || signal === 'SIGTERM') this.#asked = true
    this.#child?.kill(signal)
  }

  /** Sends SIGKILL and resolves when the process is gone. The process is restarted unless `stay` is set. */
  async kill({ stay = false } = {}): Promise<void> {
    if (stay) this.#isWanted = false
    const child = this.#child
    this.signal('SIGKILL')
    if (child) await gone(child)
  }

  /**
   * Sends SIGTERM, then SIGKILL after `graceMs`, and returns how the process ended. The process stays down until {@link start}.
   */
  async stop(graceMs = 40_000): Promise<Ending> {
    this.#isWanted = false
    clearTimeout(this.#restart)
    const child = this.#child
    if (!child || !this.isRunning) return { code: null, signal: null }
    this.signal('SIGTERM')
    const hard = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone(child)
    clearTimeout(hard)
    return { code: child.exitCode, signal: child.signalCode }
  }

  async ready(withinMs = 60_000): Promise<void> {
    await until(`${this.name} is ready`, () => this.isReady(), { withinMs, everyMs: 25 }).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.log().slice(-3_000)}`)
    })
  }

  async isReady(): Promise<boolean> {
    if (this.options.saysReady) return this.#isReady
    return (await this.#health('/health/ready').catch(() => undefined))?.ok ?? false
  }

  /** Returns the parts that are not ready, with the reasons. */
  async readiness(): Promise<Record<string, string>> {
    const answer = await this.#health('/health/ready')
    return ((await answer.json()) as { parts: Record<string, string> }).parts
  }

  /** Describes the process's readiness and the end of its log, for an error message. Never rejects. */
  async state(lines = 25): Promise<string> {
    const parts = await this.readiness().then((readiness) => JSON.stringify(readiness), String)
    const pid = this.isRunning ? `pid ${this.pid}` : 'not running'
    const name = path.basename(this.options.logFile, '.log')
    return `${name} (${pid}, start ${this.starts}): ${parts}\n${this.log().trimEnd().split('\n').slice(-lines).join('\n')}`
  }

  /** Returns the value of a metric, summed over all series with these labels. 0 if there are none. */
  async metric(name: string, labels: Record<string, string> = {}): Promise<number> {
    const text = await (await this.#health('/metrics')).text()
    let sum = 0
    for (const line of text.split('\n')) {
      if (line !== name && !line.startsWith(`${name}{`) && !line.startsWith(`${name} `)) continue
      if (!Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`))) continue
      sum += Number(line.slice(line.lastIndexOf(' ') + 1))
    }
    return sum
  }

  /** Returns the number of open file descriptors (Linux). */
  fileDescriptors(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length
  }

  /** Returns the resident memory in bytes (Linux). */
  rssBytes(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) * 1_024
  }

  /** Returns the CPU seconds used so far, user and system (Linux). */
  cpuSeconds(): number {
    const [user, system] = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) / 100
  }

  /** Returns its whole output. */
  log(): string {
    return readFileSync(this.options.logFile, 'utf8')
  }

  async #health(where: string): Promise<Response> {
    const { healthHost = '127.0.0.1', healthPort } = this.options
    return fetch(`http://${healthHost}:${healthPort}${where}`, { signal: AbortSignal.timeout(5_000) })
  }

  #spawn(): void {
    const { command, env, logFile } = this.options
    const [program, ...args] = command as [string, ...string[]]
    const output = openSync(logFile, 'a')
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, output, 'ipc'] })
    closeSync(output)
    this.#child = child
    this.#asked = false
    this.#isReady = false
    this.starts++
    child.on('message', (message) => (this.#isReady ||= message === 'ready'))
    child.once('error', (error) => this.crashes.push(error.message))
    child.once('exit', (code, signal) => {
      this.#isReady = false
      if (!this.#asked) this.crashes.push(`${signal ?? `code ${code}`}: ${this.log().slice(-2_000)}`)
      if (this.#isWanted && this.#child === child) this.#restart = setTimeout(() => this.#isWanted && this.#spawn(), 100)
    })
  }
}

const gone = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))
