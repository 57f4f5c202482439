// Measures the request for a tree of 10 000 businesses, six levels deep, by a manager of all of them. The API checks token,
// rights and row security, counts, nests the businesses and writes JSON. The comparison is bare Fastify that answers with a
// plain SELECT of the same rows. Measures the time of single requests, one after the other.
import { createHash } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import pg from 'pg'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { freePort } from '../support/free-port.mjs'
import { measureRatio, percentile, report } from './support/ratio.ts'

const BUSINESSES = 10_000
const ENTITIES = 20_000
const REQUESTS = 20
const SECRET = `rbk_${'b'.repeat(43)}`
const ADDRESS = '/api/v1/businesses/tree'
const headers = { authorization: `Bearer ${SECRET}`, 'accept-encoding': 'identity' }

/** Serves the comparison: the same rows, without checking the rights of the user. */
async function serveBare(databaseUrl: string, port: number): Promise<void> {
  const pool = createPool({ url: databaseUrl, name: 'bare' })
  const server = fastify()
  server.get(ADDRESS, async (_request, reply) => {
    const { rows } = await pool.query(`SELECT b.id, b.name, b.kind, b.parent_id,
        coalesce(e.count, 0) AS entities_count, coalesce(d.count, 0) AS devices_count
      FROM businesses b
      LEFT JOIN (SELECT business_id, count(*) FROM entities WHERE deleted_at IS NULL GROUP BY 1) e ON e.business_id = b.id
      LEFT JOIN (SELECT business_id, count(*) FROM devices WHERE deleted_at IS NULL GROUP BY 1) d ON d.business_id = b.id
      ORDER BY lower(b.name), b.id`)
    return reply.type('application/json').send(JSON.stringify({ data: rows }))
  })
  await server.listen({ port, host: '127.0.0.1' })
}

const [mode, databaseUrl = '', port = '0'] = process.argv.slice(2)
if (mode === 'bare') await serveBare(databaseUrl, Number(port))
else await measure()

async function measure(): Promise<void> {
  const server = await startPostgres()
  const children: ChildProcess[] = []
  try {
    await migrate(server.url)
    await fill(server.url)
    const [api, bare] = [await freePort(), await freePort()]
    const main = path.join(path.dirname(createRequire(import.meta.url).resolve('@roadbook/api/bootstrap')), 'main.js')
    const environment = { ...process.env, DATABASE_URL: server.url, PORT: String(api), HOST: '127.0.0.1', API_HEALTH_PORT: '0' }
    const generous = { RATE_LIMIT_TOKEN_PER_MINUTE: '100000000', RATE_LIMIT_ADDRESS_PER_MINUTE: '100000000', LOG_LEVEL: 'silent' }
    children.push(spawn(process.execPath, [main], { env: { ...environment, ...generous }, stdio: 'inherit' }))
    const self = fileURLToPath(import.meta.url)
    children.push(spawn(process.execPath, [self, 'bare', server.url, String(bare)], { stdio: 'inherit' }))
    await Promise.all([ready(api), ready(bare)])
    await Promise.all([times(api), times(bare)])

    const answered: number[] = []
    const ratio = await measureRatio(
      async () => percentile(await times(bare), 0.5),
      async () => {
        const round = await times(api)
        answered.push(...round)
        return percentile(round, 0.5)
      },
    )
    const p95Ms = Math.round(percentile(answered, 0.95))
    report('business-tree', ratio, 'ms', { p95Ms, businesses: BUSINESSES })
  } finally {
    for (const child of children) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await server.stop()
  }
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO businesses (name, kind) VALUES ('Fleet', 'vendor') RETURNING id",
  )
  let above = rows.map(({ id }) => id)
  let left = BUSINESSES - 1
  for (const [level, size] of [9, 90, 900, 4_500, left].entries()) {
    const kind = level < 3 ? 'enterprise' : level === 3 ? 'company' : 'department'
    const added = await client.query<{ id: number }>(
      `INSERT INTO businesses (name, kind, parent_id)
       SELECT 'Business ' || md5(n::text), $1, ($2::int[])[1 + n % cardinality($2::int[])] FROM generate_series(1, $3::int) n
       RETURNING id`,
      [kind, above, Math.min(size, left)],
    )
    above = added.rows.map(({ id }) => id)
    left -= above.length
  }
  await client.query(`INSERT INTO users (role_id, business_id, email, first_name, last_name)
    SELECT r.id, b.id, 'bench@fleet.example', 'B', 'B' FROM roles r, businesses b WHERE r.key = 'manager' AND b.name = 'Fleet'`)
  await client.query("INSERT INTO api_tokens (user_id, name, secret_hash) SELECT id, 'bench', $1 FROM users", [
    createHash('sha256').update(SECRET).digest(),
  ])
  await client.query(`INSERT INTO entities (business_id, name, vehicle_type)
    SELECT b.ids[1 + n % cardinality(b.ids)], 'Bike ' || n, 'eBike'
    FROM (SELECT array_agg(id) AS ids FROM businesses) b, generate_series(1, ${ENTITIES}) n`)
  await client.query(`INSERT INTO devices (imei, business_id) SELECT lpad(id::text, 15, '0'), business_id FROM entities`)
  await client.query('VACUUM ANALYZE')
  await client.end()
}

async function ready(at: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${at}${ADDRESS}`, { headers }).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Returns the durations of some requests, milliseconds. */
async function times(at: number): Promise<number[]> {
  const taken: number[] = []
  for (let request = 0; request < REQUESTS; request++) {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${at}${ADDRESS}`, { headers })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    await answer.arrayBuffer()
    taken.push(performance.now() - began)
  }
  return taken
}
