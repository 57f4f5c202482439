import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { within } from '@roadbook/testing/until'

export interface TimescaleServer {
  /**
   * Connection string. The server has one session at a time, so use pools of 1. It has no background workers, so call jobs by
   * hand.
   */
  url: string
  stop(): Promise<void>
}

/**
 * Starts an empty database on a server with the TimescaleDB extension. `settings` are statements that run first in its only
 * session.
 */
export async function startTimescale(settings: readonly string[] = []): Promise<TimescaleServer> {
  const script = path.join(process.cwd(), 'tests/support/database/timescale-server.mjs')
  // The server runs only a few statements, so optimising all of PostgreSQL's WebAssembly would take more time than it
  // saves.
  const server = spawn(process.execPath, ['--liftoff-only', script, ...settings], { stdio: 'pipe' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const said: string[] = []
  const listening = new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      said.push(line)
      if (line.startsWith('port ')) resolve(line.replace('port ', ''))
    })
    createInterface(server.stderr).on('line', (line) => {
      said.push(line)
      process.stderr.write(`${line}\n`)
    })
    server.once('exit', (code) => reject(new Error(`the TimescaleDB server ended with ${code}:\n${said.join('\n')}`)))
  })
  const port = await within('the TimescaleDB server says its port', 120_000, listening, () => said.join('\n')).catch(
    (error: unknown) => {
      server.kill('SIGKILL')
      throw error
    },
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      server.stdin.end()
      return ended
    },
  }
}
