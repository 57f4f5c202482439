import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { until } from '@roadbook/testing/until'
import { freePort } from '../free-port.mjs'

export interface DebianPostgres {
  /** Connection string of the superuser. */
  url: string
  stop(): Promise<void>
}

/** Folder of the programs of each major version in Debian. */
const VERSIONS = '/usr/lib/postgresql'

const programs = (): string | undefined =>
  (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')))

/**
 * Returns true if Debian's own PostgreSQL is installed. Prints a notice if not, because skipped suites must not look like
 * passed ones.
 * @throws in CI, where nothing may be skipped.
 */
export function hasDebianPostgres(): boolean {
  if (programs()) return true
  if (process.env.CI === 'true') throw new Error("Debian's PostgreSQL must be tested here: install postgresql")
  process.stderr.write("\n*** SKIPPING DEBIAN'S POSTGRESQL: the package postgresql is not installed ***\n\n")
  return false
}

/**
 * Starts the PostgreSQL that operators install, with its default settings. It is older than the embedded PostgreSQL and
 * compiles statements (`jit`). Two settings are different here: it compiles all statements and not only those that it
 * expects to be slow, and it counts statements.
 */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = programs()!
  const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-debian-'))
  const owner = ownerOfServers()
  chmodSync(folder, 0o755)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const program = (name: string) => path.join(bin, name)
  const options = ['--username=roadbook', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(program('initdb'), [...options, '-D', data], { ...owner, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'jit_above_cost=0',
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.track=all',
    'pg_stat_statements.max=20000',
  ]
  const server = spawn(program('postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const endWithUs = () => server.kill('SIGQUIT')
  process.once('exit', endWithUs)
  const url = `postgres://roadbook@127.0.0.1:${port}/postgres`
  await until("Debian's PostgreSQL answers", () => answers(url, server), { outlastsErrors: true })
  return {
    url,
    stop: async () => {
      process.off('exit', endWithUs)
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the user who runs servers, because a server refuses to run as root. */
function ownerOfServers(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const of = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: of('-u'), gid: of('-g') }
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await client.end()
  return true
}
