/** Addresses of the database. Empty texts count as absent. */
interface DatabaseAddresses {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
}

/**
 * Returns the address at which connections reach PostgreSQL itself. `DATABASE_URL` may be the address of a pooler in
 * transaction mode, which gives a session of the database to another client after each transaction. Work that needs a session
 * for longer uses this address: LISTEN, advisory locks of a session, migrations, and commands of the command line (decision
 * 124).
 *
 * If `DATABASE_DIRECT_URL` has no user, it uses the user and password of `DATABASE_URL`. So one value fits every process. The
 * same applies to the database and to the parameters.
 */
export function directUrl({ DATABASE_URL = '', DATABASE_DIRECT_URL }: DatabaseAddresses): string {
  if (!DATABASE_DIRECT_URL) return DATABASE_URL
  const [usual, direct] = [URL.parse(DATABASE_URL), URL.parse(DATABASE_DIRECT_URL)]
  if (!usual || !direct) return DATABASE_DIRECT_URL
  if (direct.username === '') Object.assign(direct, { username: usual.username, password: usual.password })
  if (direct.pathname.length <= 1) direct.pathname = usual.pathname
  if (direct.search === '') direct.search = usual.search
  return direct.href
}
