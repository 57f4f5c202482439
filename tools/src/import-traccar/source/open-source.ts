import type { TraccarSource } from './model.js'
import { TraccarApi } from './read-api.js'
import { TraccarDatabase } from './read-database.js'

/** Where Traccar is, and how to read it. */
export interface SourceOptions {
  /** Address of its web page (`http://…`), or of its database (`postgres://…`). */
  from: string
  /** IANA name of the time zone of Traccar's Java process, for its database. */
  zone: string
}

/**
 * Opens Traccar by its API or its database. The secrets come from the environment, so that no list of processes shows them:
 * `TRACCAR_TOKEN`, or `TRACCAR_EMAIL` and `TRACCAR_PASSWORD`.
 * @throws Error when the address is of neither kind, or a secret is missing
 */
export function openSource({ from, zone }: SourceOptions, environment: NodeJS.ProcessEnv = process.env): TraccarSource {
  if (/^postgres(ql)?:\/\//.test(from)) return new TraccarDatabase(from, zone)
  if (!/^https?:\/\//.test(from))
    throw new Error(
      `"${from}" is no address of Traccar: http://… for its API, or postgres://… for its database. Traccar on MySQL, MariaDB, SQL Server or H2 is read by its API`,
    )
  const { TRACCAR_TOKEN: token, TRACCAR_EMAIL: email, TRACCAR_PASSWORD: password } = environment
  if (token) return new TraccarApi(from, { token })
  if (email && password) return new TraccarApi(from, { email, password })
  throw new Error('set TRACCAR_TOKEN, or TRACCAR_EMAIL and TRACCAR_PASSWORD, of an administrator of Traccar')
}
