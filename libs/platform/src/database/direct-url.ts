import { ConfigurationError } from '../configuration.js'

/** Addresses of the database. Empty texts count as absent. */
export interface DatabaseAddresses {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
}

/** Stands for a host that is missing because a parameter names a socket, as in `postgres://user@/name?host=/run/postgresql`. */
const NO_HOST = 'no-host.invalid'
/** Parameters that lead to a server or sign in there. They are never taken from another address. */
const OF_SERVER = ['host', 'hostaddr', 'port', 'user', 'password', 'dbname']

/**
 * Returns the address at which connections reach PostgreSQL itself. `DATABASE_URL` may be the address of a pooler in
 * transaction mode, which gives a session of the database to another client after each transaction. Work that needs a session
 * for longer uses this address: LISTEN, advisory locks of a session, migrations, and commands of the command line (decision
 * 124).
 *
 * Parts that `DATABASE_DIRECT_URL` does not contain are taken from `DATABASE_URL`: user and password, the database and the
 * parameters. So one value of `DATABASE_DIRECT_URL` fits every process, although each process has its own user.
 * @throws ConfigurationError if one of the addresses cannot be read
 */
export function directUrl({ DATABASE_URL = '', DATABASE_DIRECT_URL }: DatabaseAddresses): string {
  if (!DATABASE_DIRECT_URL) return DATABASE_URL
  const [usual, direct] = [parse(DATABASE_URL), parse(DATABASE_DIRECT_URL)]
  if (!direct) throw new ConfigurationError('DATABASE_DIRECT_URL cannot be read: set it to an address such as postgres://db:5432')
  if (!usual) {
    if (userOf(direct) && hasDatabase(direct)) return DATABASE_DIRECT_URL
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL needs a user, a password and a database of its own, because DATABASE_URL cannot be read',
    )
  }
  const user = userOf(direct) || userOf(usual)
  const host = direct.host === NO_HOST ? '' : direct.host
  const path = (hasDatabase(direct) ? direct : usual).pathname || '/'
  return `${direct.protocol}//${user && `${user}@`}${host}${path}${direct.search || inherited(usual)}`
}

/** Reads an address as pg does, which also accepts a user without a host. */
const parse = (address: string): URL | null => URL.parse(address) ?? URL.parse(address.replace('@/', `@${NO_HOST}/`))

/** Returns user and password, escaped for an address, or an empty text. Like pg, it prefers the parameters. */
function userOf({ username, password, searchParams }: URL): string {
  const user = escaped(searchParams.get('user')) || username
  const secret = escaped(searchParams.get('password')) || password
  return user && (secret ? `${user}:${secret}` : user)
}

const escaped = (text: string | null): string => encodeURIComponent(text ?? '')
const hasDatabase = ({ pathname }: URL): boolean => pathname.length > 1

/** Returns the parameters that also apply to another server. Their escapes stay as they are. */
function inherited({ search }: URL): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter && !OF_SERVER.includes(parameter.split('=')[0]!))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
