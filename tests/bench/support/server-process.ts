import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface Usage {
  cpuUs: number
  rssBytes: number
}

/** Server in its own process, so that its CPU time and memory can be measured separately. */
export class ServerProcess {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  static async start(script: string, ...args: string[]): Promise<ServerProcess> {
    const child = fork(path.join(import.meta.dirname, script), args, {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended before it listened`))),
    ])) as [{ port: number }]
    return new ServerProcess(child, message.port)
  }

  /** @param collect true to collect garbage first, so that the memory is measured exactly */
  async usage(collect = false): Promise<Usage> {
    const answer = once(this.#child, 'message')
    this.#child.send(collect ? 'collected usage' : 'usage')
    return ((await answer) as [Usage])[0]
  }

  /** Sends another message that the script understands. */
  send(message: string): void {
    this.#child.send(message)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

/** Reports the usage to the parent. The child process calls this function when it listens. */
export function reportUsage(port: number, others: Record<string, () => void> = {}): void {
  process.on('message', (message: string) => {
    if (others[message]) return others[message]()
    if (message === 'collected usage') globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port })
}
