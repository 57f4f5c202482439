import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface TimescaleServer {
  /** One session at a time and no COPY: pools of 1, statements only. No background workers: jobs are called by hand. */
  url: string
  stop(): Promise<void>
}

/** Starts an empty database on a server that offers the TimescaleDB extension; `settings` are statements of its one session. */
export async function startTimescale(settings: readonly string[] = []): Promise<TimescaleServer> {
  const script = path.join(process.cwd(), 'tests/support/database/timescale-server.mjs')
  const server = spawn(process.execPath, [script, ...settings], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).once('line', (line) => resolve(line.replace('port ', '')))
    server.once('exit', (code) => reject(new Error(`the TimescaleDB server ended with ${code}`)))
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      server.stdin.end()
      return ended
    },
  }
}
