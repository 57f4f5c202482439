import { existsSync } from 'node:fs'
import { createPool, type DatabaseAddresses, directUrl } from '@roadbook/platform'
import type pg from 'pg'
import { DataDirectory, type Runtime } from './start/data-directory.js'
import { freePort } from './start/free-port.js'

/**
 * Runs a command on the product's database. This is DATABASE_URL if it is set, otherwise the database of the running product.
 * If the product does not run, it is the embedded database of the data directory, which is started for the command.
 * The command connects to PostgreSQL itself and not to a pooler, because migrations, backups and imports need their session
 * for longer than a transaction.
 */
export async function withDatabase<T>(work: (pool: pg.Pool, databaseUrl: string) => Promise<T>): Promise<T> {
  if (process.env.DATABASE_URL) return withPool(directUrl(process.env), work)
  const data = new DataDirectory()
  const runtime = runningProduct(data)
  if (runtime) return withPool(directUrl(addressesOf(runtime)), work)
  const folder = data.in('postgres')
  if (!existsSync(`${folder}/PG_VERSION`))
    throw new Error(`no database in ${data.path}: run "npm start" once, or set DATABASE_URL`)
  // Imported only here, because loading the module installs signal handlers. In the launcher, these handlers would end the
  // process before its services have ended.
  const { startEmbeddedPostgres } = await import('./start/embedded-postgres.js')
  const quiet = silenceOutput()
  const server = await startEmbeddedPostgres({ folder, port: await freePort(), password: data.secret('postgres'), isNew: false })
  try {
    return await withPool(server.url, work)
  } finally {
    await server.stop()
    quiet()
  }
}

/** Returns the addresses of the database: those of the environment, otherwise those of the running product. */
export function addressesOf(
  runtime: Pick<Runtime, 'databaseUrl' | 'databaseDirectUrl'> | undefined,
  environment: DatabaseAddresses = process.env,
): DatabaseAddresses {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = environment
  if (DATABASE_URL) return { DATABASE_URL, DATABASE_DIRECT_URL }
  return { DATABASE_URL: runtime?.databaseUrl, DATABASE_DIRECT_URL: DATABASE_DIRECT_URL || runtime?.databaseDirectUrl }
}

/** Secret with which the API encrypts waiting mails and the secrets of webhooks. */
export const mailSecret = (): string =>
  process.env.MAIL_SECRET || (process.env.DATABASE_URL ? process.env.DATABASE_URL : new DataDirectory().secret('mail'))

async function withPool<T>(url: string, work: (pool: pg.Pool, databaseUrl: string) => Promise<T>): Promise<T> {
  const pool = createPool({ url, name: 'roadbook-cli', max: 2, statementTimeoutMs: 600_000 })
  try {
    return await work(pool, url)
  } finally {
    await pool.end()
  }
}

/** Returns the product that runs on this machine from the data directory, if any. */
export function runningProduct({ runtime }: DataDirectory): Runtime | undefined {
  return runtime && isAlive(runtime.launcherPid) ? runtime : undefined
}

/** Returns true if there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Lines of the log of the database server. They are not part of the output of a command. */
const isServerLog = (text: string): boolean => /LOG: |FATAL: |database system/.test(text)

/**
 * Keeps unwanted texts out of the standard output. Bytes are always written, because they are the result of a command, such
 * as a backup.
 * @returns a function that restores the standard output
 */
export function silenceOutput(isUnwanted: (text: string) => boolean = isServerLog): () => void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (chunk: string | Uint8Array, ...rest: []) =>
    (typeof chunk === 'string' && isUnwanted(chunk)) || write(chunk, ...rest)
  return () => {
    process.stdout.write = write
  }
}
