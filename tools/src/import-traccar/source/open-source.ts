import type { TraccarSource } from './model.js'
import { TraccarHttp } from './http.js'
import { TraccarApi } from './read-api.js'
import { TraccarDatabase } from './read-database.js'

/** Address of Traccar, and how to read it. */
export interface SourceOptions {
  /** Address of its web page (`http://…`), or of its database (`postgres://…`), without a password. */
  from: string
  /** IANA name of the time zone of Traccar's Java process. Needed only for reading Traccar's database. */
  zone: string
}

/**
 * Opens Traccar by its API or its database. The secrets come from the environment. An address is not safe enough for them,
 * because it appears in the list of processes and in the history of the shell. For the API they are `TRACCAR_TOKEN`, or
 * `TRACCAR_EMAIL` and `TRACCAR_PASSWORD`. For the database it is `TRACCAR_DATABASE_PASSWORD`.
 * @throws Error when the address is of neither kind, when it contains a password, or when a secret is missing
 */
export function openSource({ from, zone }: SourceOptions, environment: NodeJS.ProcessEnv = process.env): TraccarSource {
  const url = addressIn(from)
  if (/^postgres(ql)?:$/.test(url.protocol)) {
    if (environment.TRACCAR_DATABASE_PASSWORD) url.password = encodeURIComponent(environment.TRACCAR_DATABASE_PASSWORD)
    return new TraccarDatabase(url.toString(), zone)
  }
  return new TraccarApi(openHttp(from, environment))
}

/**
 * Opens Traccar by its API.
 * @throws Error when the address is not that of an API or has a password, or a secret is missing
 */
export function openHttp(from: string, environment: NodeJS.ProcessEnv = process.env): TraccarHttp {
  if (!/^https?:$/.test(addressIn(from).protocol))
    throw new Error('the reports of Traccar are only in its API: give its address, http://host:8082, and set TRACCAR_TOKEN')
  const { TRACCAR_TOKEN: token, TRACCAR_EMAIL: email, TRACCAR_PASSWORD: password } = environment
  if (token) return new TraccarHttp(from, { token })
  if (email && password) return new TraccarHttp(from, { email, password })
  throw new Error('set TRACCAR_TOKEN, or TRACCAR_EMAIL and TRACCAR_PASSWORD, of an administrator of Traccar')
}

/** Returns the address of a Traccar for people and for the ledger: without user, password and options. */
export function nameOfSource(from: string): string {
  const { protocol, host, pathname } = addressIn(from)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

/** Reads an address. Its error messages do not contain the address, because an address may contain a password. */
function addressIn(from: string): URL {
  const scheme = /^([a-z]+):\/\//i.exec(from)?.[1]?.toLowerCase() ?? ''
  if (!['http', 'https', 'postgres', 'postgresql'].includes(scheme))
    throw new Error(
      `${scheme ? `${scheme}://…` : 'this'} is no address of Traccar: http://… for its API, or postgres://… for its database. Traccar on MySQL, MariaDB, SQL Server or H2 is read by its API`,
    )
  const isDatabase = scheme.startsWith('postgres')
  const url = URL.canParse(from) ? new URL(from) : undefined
  if (!url) throw new Error('the address of Traccar cannot be read: give it as http://host:8082 or postgres://user@host/database')
  const hasPassword = url.password !== '' || url.searchParams.has('password') || (!isDatabase && url.username !== '')
  if (hasPassword)
    throw new Error(
      isDatabase
        ? 'the address of Traccar has a password, which a list of processes would show: leave it out, and set TRACCAR_DATABASE_PASSWORD'
        : 'the address of Traccar has a user or password, which a list of processes would show: leave them out, and set TRACCAR_TOKEN',
    )
  return url
}
