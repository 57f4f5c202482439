import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const CLIENTS = 4

interface Opened {
  opened: number
  failed: number
  latencies: number[]
}

/** Many simultaneous connections from several processes, because one process has too few descriptors and only one core. */
export class ConnectionStorm {
  readonly #clients: ChildProcess[]

  private constructor(clients: ChildProcess[]) {
    this.#clients = clients
  }

  /**
   * Opens a storm.
   * @param first number of the first tracker, so that storms do not replace each other's connections
   */
  static async open(port: number, count: number, login: boolean, first: number) {
    const share = Math.ceil(count / CLIENTS)
    const clients = Array.from({ length: CLIENTS }, (_, nth) => {
      const mine = Math.min(share, count - nth * share)
      const args = [port, mine, first + nth * share, login ? 'login' : 'bare'].map(String)
      return fork(path.join(import.meta.dirname, 'connection-client.ts'), args)
    })
    await Promise.all(clients.map((client) => once(client, 'message')))
    const began = performance.now()
    const answers = clients.map((client) => once(client, 'message'))
    for (const client of clients) client.send('open')
    const results = (await Promise.all(answers)).map(([result]) => result as Opened)
    const seconds = (performance.now() - began) / 1_000
    const failed = results.reduce((sum, result) => sum + result.failed, 0)
    const storm = new ConnectionStorm(clients)
    if (failed > 0) {
      await storm.close()
      throw new Error(`${failed} of ${count} connections failed`)
    }
    return { storm, seconds, latencies: results.flatMap(({ latencies }) => latencies) }
  }

  /** Returns the number of connections that are open on the clients' side. */
  async alive(): Promise<number> {
    const answers = this.#clients.map((client) => once(client, 'message'))
    for (const client of this.#clients) client.send('alive')
    return (await Promise.all(answers)).reduce((sum, [answer]) => sum + (answer as { alive: number }).alive, 0)
  }

  async close(): Promise<void> {
    const ended = this.#clients.map((client) => once(client, 'exit'))
    for (const client of this.#clients) client.kill('SIGKILL')
    await Promise.all(ended)
    // The server needs some time to notice that the connections ended.
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
