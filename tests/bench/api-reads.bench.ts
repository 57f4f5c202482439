// G16: measures reads per CPU second of the API, which checks tokens, rights, row security and parameters, and sets headers.
// The comparison is bare Fastify with pg, for the same SQL, rows and JSON. Only CPU time of the server's own process counts,
// so other work on the machine does not matter.
import { createHash } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import pg from 'pg'
import { ScopedTransaction } from '@roadbook/api/database/scoped-transaction'
import { ENTITY_LIST } from '@roadbook/api/features/entities/entity-list'
import { judgedNow, toEntityResponse } from '@roadbook/api/features/entities/entity-response'
import { parseListCriteria } from '@roadbook/api/lists/list-criteria'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { freePort } from '../support/free-port.mjs'

const ROUNDS = 3
const REQUESTS = 1_500
const AT_ONCE = 10
const SECRET = `rbk_${'b'.repeat(43)}`
const ADDRESS = '/api/v1/entities/index?limit=50&orderBy=name&sortedBy=asc'
const TICKS_PER_SECOND = 100
const headers = { authorization: `Bearer ${SECRET}` }

/** Serves the comparison: the same rows by the same statement, without any check. */
async function serveBare(databaseUrl: string, port: number): Promise<void> {
  const pool = createPool({ url: databaseUrl, name: 'bare' })
  const criteria = parseListCriteria({ limit: '50', orderBy: 'name', sortedBy: 'asc' }, ENTITY_LIST.fields)
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM businesses')
  const scope = rows.map(({ id }) => id)
  const caller = { permissions: new Set<string>(['index:entity']) } as unknown as Parameters<typeof ENTITY_LIST.findPage>[1]
  const server = fastify()
  server.get('/api/v1/entities/index', async () => {
    const client = await pool.connect()
    try {
      await client.query(`SELECT set_config('roadbook.scope', $1, false)`, [scope.join()])
      const page = await ENTITY_LIST.findPage(new ScopedTransaction(client, scope), caller, criteria)
      const judgement = judgedNow('UTC')
      return { data: page.rows.map((row) => toEntityResponse(row, null, judgement)), meta: { total: page.total } }
    } finally {
      client.release()
    }
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
    children.push(
      spawn(process.execPath, [fileURLToPath(import.meta.url), 'bare', server.url, String(bare)], { stdio: 'inherit' }),
    )
    const [apiProcess, bareProcess] = children as [ChildProcess, ChildProcess]
    await Promise.all([ready(api), ready(bare)])
    await Promise.all([load(api, 300), load(bare, 300)])

    const rounds: { limit: number; system: number; p95: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = await perCpuSecond(bareProcess, bare)
      const system = await perCpuSecond(apiProcess, api)
      const after = await perCpuSecond(bareProcess, bare)
      rounds.push({ limit: (before.rate + after.rate) / 2, system: system.rate, p95: system.p95 })
      console.error(
        `round ${round + 1}: bare ${before.rate.toFixed(0)} and ${after.rate.toFixed(0)}, api ${system.rate.toFixed(0)} reads/CPU-s`,
      )
    }
    const median = (pick: (round: (typeof rounds)[number]) => number) => rounds.map(pick).sort((a, b) => a - b)[1] ?? NaN
    const [limit, system] = [Math.round(median((one) => one.limit)), Math.round(median((one) => one.system))]
    const ratio = Number(median((one) => one.system / one.limit).toFixed(3))
    console.error(`p95 with ${AT_ONCE} at once: ${median((one) => one.p95).toFixed(0)} ms`)
    console.log(JSON.stringify({ bench: 'api-reads', system, limit, ratio, unit: 'reads/CPU-s' }))
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
  await client.query("INSERT INTO businesses (name, kind) VALUES ('Fleet', 'vendor')")
  await client.query(`INSERT INTO users (role_id, business_id, email, first_name, last_name)
    SELECT r.id, b.id, 'bench@fleet.example', 'B', 'B' FROM roles r, businesses b WHERE r.key = 'manager'`)
  await client.query("INSERT INTO api_tokens (user_id, name, secret_hash) SELECT id, 'bench', $1 FROM users", [
    createHash('sha256').update(SECRET).digest(),
  ])
  await client.query(`INSERT INTO entities (business_id, name, vehicle_type, brand)
    SELECT b.id, 'Bike ' || n, 'eBike', 'Gazelle' FROM businesses b, generate_series(1, 500) n`)
  await client.query(`INSERT INTO devices (imei, business_id) SELECT lpad(id::text, 15, '0'), business_id FROM entities`)
  await client.query(`INSERT INTO installations (device_id, entity_id, business_id) SELECT d.id, e.id, e.business_id
    FROM devices d JOIN entities e ON lpad(e.id::text, 15, '0') = d.imei`)
  await client.query('ANALYZE')
  await client.end()
}

async function ready(at: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${at}${ADDRESS}`, { headers }).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function load(at: number, requests: number): Promise<number[]> {
  const times: number[] = []
  let left = requests
  const one = async () => {
    while (left-- > 0) {
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${at}${ADDRESS}`, { headers: { ...headers, 'accept-encoding': 'identity' } })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
      await answer.arrayBuffer()
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return times.sort((a, b) => a - b)
}

async function perCpuSecond(child: ChildProcess, at: number): Promise<{ rate: number; p95: number }> {
  const before = cpuSeconds(child)
  const times = await load(at, REQUESTS)
  return { rate: REQUESTS / (cpuSeconds(child) - before), p95: times[Math.floor(times.length * 0.95)] ?? NaN }
}

/** Returns the user and system time of a process, from /proc. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
