import { createPool, directUrl, isPooled, sharesSessions } from '@roadbook/platform'
import type pg from 'pg'
import { fail, ok, warn, type Check } from '../../check.js'
import { messageOf } from '../../examine.js'

/** Variables with addresses at which processes that listen or lock sign in. `npm start` has one for each kind of process. */
const ADDRESSES = ['DATABASE_URL', 'INGEST_DATABASE_URL', 'API_DATABASE_URL'] as const
const PAGE = 'docs/operating/connect.md, "A connection pooler"'
const SET_DIRECT = `set DATABASE_DIRECT_URL=postgres://HOST:PORT of PostgreSQL itself for every process: ${PAGE}`
/** Longest wait for a session of a pooler, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * Kind of server to which an address leads. `direct`: PostgreSQL itself. `shared`: a pooler that was seen to share sessions.
 * `pooled`: a pooler that was not seen to share sessions.
 */
type Link = 'direct' | 'shared' | 'pooled'

export const pooler: Check = {
  name: 'pooler',
  needs: 'database',
  look: async ({ environment, databaseUrl }) => {
    const direct = environment.DATABASE_DIRECT_URL || undefined
    const addresses: Readonly<Record<string, string | undefined>> = { ...environment, DATABASE_URL: databaseUrl }
    const seen = new Set<string>()
    const findings = []
    for (const variable of ADDRESSES) {
      const url = addresses[variable]
      if (!url || seen.has(url)) continue
      seen.add(url)
      findings.push(...(await judge(variable, url, direct)))
    }
    return findings
  },
}

async function judge(variable: string, url: string, direct: string | undefined) {
  const link = await onTwo(url, linkOf)
  if (direct !== undefined)
    return [...(await judgeDirect(url, direct)), ...(link === 'direct' ? [] : await onTwo(url, judgePooled))]
  if (link === 'direct') return [ok(`${variable} leads to PostgreSQL itself`)]
  if (link === 'pooled') return [warn(`${variable} leads through a pooler`, `if its sessions are shared, ${SET_DIRECT}`)]
  return [fail(`${variable} leads through a pooler that shares sessions: notifications and locks get lost`, SET_DIRECT)]
}

/** Rates the direct address: it must lead to PostgreSQL itself, and to the same database. */
async function judgeDirect(url: string, direct: string) {
  const itself = directUrl({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })
  try {
    if ((await onTwo(itself, linkOf)) !== 'direct')
      return [fail('DATABASE_DIRECT_URL leads through a pooler, too', `let it lead to PostgreSQL itself: ${PAGE}`)]
    const [usual, other] = [await onTwo(url, databaseOf), await onTwo(itself, databaseOf)]
    if (usual !== other) return [fail('DATABASE_DIRECT_URL leads to another database', 'correct host, port and database')]
    return [ok(`listeners, locks and commands reach PostgreSQL itself, at ${await onTwo(itself, serverOf)}`)]
  } catch (error) {
    const remedy = 'let every machine of Roadbook reach PostgreSQL itself at this address, with the same user and password'
    return [fail(`DATABASE_DIRECT_URL: ${messageOf(error)}`, remedy)]
  }
}

/** Rates the settings that a pooler's sessions have. */
async function judgePooled(one: pg.PoolClient) {
  const { rows } = await one.query<{ zone: string; statement: string; lock: string }>(
    `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  )
  const { zone, statement, lock } = rows[0]!
  const findings = []
  if (zone !== 'UTC')
    findings.push(
      fail(`the pooler's sessions are in ${zone}, not in UTC: days begin at other times`, `set TimeZone for the role: ${PAGE}`),
    )
  const unlimited = Object.entries({ statement_timeout: statement, lock_timeout: lock }).filter(([, value]) => value === '0')
  if (unlimited.length > 0) {
    const names = unlimited.map(([name]) => name).join(' and ')
    findings.push(warn(`the pooler's sessions have no ${names}`, `set it for the role: ${PAGE}`))
  }
  return findings.length > 0 ? findings : [ok("the pooler's sessions are in UTC and have time limits")]
}

/** Returns the host or the folder of the socket, and the port, as pg read them from the address. */
function serverOf(client: pg.PoolClient): Promise<string> {
  const { host, port } = client as pg.PoolClient & Pick<pg.Client, 'host' | 'port'>
  return Promise.resolve(`${host}:${port}`)
}

async function linkOf(one: pg.PoolClient, other: pg.PoolClient): Promise<Link> {
  if (!(await isPooled(one))) return 'direct'
  return (await sharesSessions(one, other)) ? 'shared' : 'pooled'
}

/** Returns a text that differs between servers, and between databases of a server. */
export async function databaseOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    // The epoch does not depend on the time zone of the session, which may differ behind a pooler.
    `SELECT concat(extract(epoch FROM pg_postmaster_start_time()), '/', oid) AS name FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]!.name
}

async function onTwo<T>(url: string, work: (one: pg.PoolClient, other: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = createPool({ url, name: 'roadbook-doctor', max: 2, statementTimeoutMs: PATIENCE_MS })
  const clients: pg.PoolClient[] = []
  try {
    clients.push(await pool.connect(), await pool.connect())
    return await work(clients[0]!, clients[1]!)
  } finally {
    for (const client of clients) client.release(true)
    await pool.end()
  }
}
