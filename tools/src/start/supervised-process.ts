import { fork, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import path from 'node:path'

export interface ProcessOptions {
  name: string
  /** Path of the program, a JavaScript module. */
  module: string
  args?: string[]
  env: Record<string, string | undefined>
  /** Folder for the output of the process. The file is `<name>.log`. */
  logDirectory: string
  /** Called when the process has ended although `stop` was not called. The process is then started again. */
  onCrash(message: string): void
  /** Called with the process id at each start. */
  onStart?(pid: number): void
}

const RESTART_AFTER_MS = [200, 500, 1_000, 2_000, 5_000]
/**
 * Uptime in milliseconds after which the process counts as healthy. After this, the pauses between restarts begin short
 * again.
 */
const STEADY_MS = 30_000
const LOG_BYTES = 20 * 1024 * 1024

/**
 * A process that is restarted when it dies. It has its own process group, so that Ctrl-C reaches only the launcher. The
 * launcher then ends the processes in order. The process ends by itself when the launcher's channel closes.
 */
export class SupervisedProcess {
  #child: ChildProcess | undefined
  #stopping = false
  #crashes = 0
  #startedAt = 0
  #log: WriteStream
  #restart: NodeJS.Timeout | undefined

  constructor(private readonly options: ProcessOptions) {
    mkdirSync(options.logDirectory, { recursive: true })
    this.#log = openLog(path.join(options.logDirectory, `${options.name}.log`))
  }

  get name(): string {
    return this.options.name
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get logFile(): string {
    return path.join(this.options.logDirectory, `${this.options.name}.log`)
  }

  start(): void {
    this.#startedAt = Date.now()
    const child = fork(this.options.module, this.options.args ?? [], {
      env: { ...process.env, ...this.options.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    this.#child = child
    if (child.pid !== undefined) this.options.onStart?.(child.pid)
    child.stdout?.pipe(this.#log, { end: false })
    child.stderr?.pipe(this.#log, { end: false })
    child.on('message', (message) => this.#messages.forEach((listener) => listener(message)))
    child.once('exit', (code, signal) => this.#ended(code, signal))
  }

  readonly #messages = new Set<(message: unknown) => void>()

  /** Registers a listener for messages that the process sends to its launcher. */
  onMessage(listener: (message: unknown) => void): void {
    this.#messages.add(listener)
  }

  /** Registers a listener that is called when the process has ended although `stop` was not called. */
  onExit(listener: () => void): void {
    this.#exits.add(listener)
  }

  readonly #exits = new Set<() => void>()

  /** Sends SIGTERM, and SIGKILL after `graceMs`. Resolves when the process is gone. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#restart)
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(timer)
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#stopping) return
    this.#exits.forEach((listener) => listener())
    if (Date.now() - this.#startedAt > STEADY_MS) this.#crashes = 0
    const pause = RESTART_AFTER_MS[Math.min(this.#crashes++, RESTART_AFTER_MS.length - 1)] ?? 5_000
    this.options.onCrash(`${this.name} ended (${signal ?? `code ${code}`}); starting it again. Its log: ${this.logFile}`)
    this.#restart = setTimeout(() => this.start(), pause)
  }
}

function openLog(file: string): WriteStream {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_BYTES) renameSync(file, `${file}.1`)
  return createWriteStream(file, { flags: 'a', mode: 0o600 })
}
