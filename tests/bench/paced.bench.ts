// Measures the cost of one fix at loads far below the maximum, which most fleets have: 20, 75, 250, 500 and 1 500 fixes per
// second. Measures each rate separately, from the tracker's socket to a viewer's socket. Counts commits, and CPU time of
// gateway, consumer process, API and PostgreSQL together. Trackers are already connected. The comparison is the minimum for
// durability: a program and its PostgreSQL that insert each fix with its own commit, at the same rate. PACED_RATES sets other
// rates, and PACED_SECONDS a shorter measurement of each.
import pg from 'pg'
import { startProduct } from '../support/product.ts'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { cpuMs, serverCpuMs } from './support/cpu-time.ts'
import { ProductFleet } from './support/product-fleet.ts'
import { percentile } from './support/ratio.ts'

const RATES = (process.env.PACED_RATES ?? '20,75,250,500,1500').split(',').map(Number)
const RUN_MS = Number(process.env.PACED_SECONDS ?? 20) * 1_000
const WARM_MS = 8_000
const TRACKERS = 600
const TICK_MS = 5

const product = await startProduct()
const bare = await startPostgres({ durable: true })
const limit = new pg.Client({ connectionString: bare.url })
await limit.connect()
await limit.query('CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, value bytea)')
const { pid: barePid } = (await limit.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!
const fleet = await ProductFleet.open(product, TRACKERS)
const watching = await product.pool.connect()
const { pid: backend } = (await watching.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!
try {
  const rows: Awaited<ReturnType<typeof measure>>[] = []
  // Every tracker reports once before the measurement, so that no tracker is new to the product.
  await pace(100, (TRACKERS / 100) * 1_000, (nth) => fleet.report(nth))
  await wait(10_000)
  const idle = await used(() => wait(RUN_MS))
  for (const rate of RATES) rows.push(await measure(rate))
  const { cpuMs: system, limit, ratio } = rows.find(({ rate }) => rate === 250) ?? rows.at(-1)!
  const byRate = Object.fromEntries(rows.map((row) => [`at${row.rate}`, row]))
  const idleCores = Number((sum(idle.cpu) / RUN_MS).toFixed(3))
  console.log(JSON.stringify({ bench: 'paced', system, limit, ratio, unit: 'CPU ms a fix', idleCores, ...byRate }))
} finally {
  watching.release()
  fleet.close()
  await product.stop()
  await limit.end()
  await bare.stop()
}

interface Use {
  /** CPU milliseconds by process. */
  cpu: Record<string, number>
  commits: number
}

async function measure(rate: number) {
  await pace(rate, WARM_MS, (nth) => fleet.report(nth % TRACKERS))
  const [acks, seen, sent] = [fleet.acknowledgedMs.length, fleet.seenMs.length, fleet.sent]
  fleet.isMeasuring = true
  const use = await used(() => pace(rate, RUN_MS, (nth) => fleet.report(nth % TRACKERS)))
  fleet.isMeasuring = false
  const fixes = fleet.sent - sent
  await wait(2_000)
  const least = await leastAt(rate)
  const cpu = sum(use.cpu) / fixes
  const two = (value: number) => Number(value.toFixed(2))
  return {
    rate,
    reached: Math.round((fixes * 1_000) / RUN_MS),
    cpuMs: two(cpu),
    limit: two(least),
    ratio: two(cpu / least),
    parts: Object.fromEntries(Object.entries(use.cpu).map(([name, ms]) => [name, two(ms / fixes)])),
    commits: two(use.commits / fixes),
    ackP50: two(percentile(fleet.acknowledgedMs.slice(acks), 0.5)),
    ackP99: two(percentile(fleet.acknowledgedMs.slice(acks), 0.99)),
    seenP50: Math.round(percentile(fleet.seenMs.slice(seen), 0.5)),
    seenP99: Math.round(percentile(fleet.seenMs.slice(seen), 0.99)),
  }
}

/** Returns the CPU milliseconds per row of a program and a database that do nothing else. */
async function leastAt(rate: number): Promise<number> {
  const value = Buffer.alloc(200, 7)
  let done = 0
  const own = process.cpuUsage()
  const before = serverCpuMs(barePid)
  await pace(rate, Math.min(RUN_MS, 8_000), () => {
    void limit.query({ name: 'bare', text: 'INSERT INTO bare (value) VALUES ($1)', values: [value] }).then(() => done++)
  })
  const { user, system } = process.cpuUsage(own)
  return ((user + system) / 1_000 + serverCpuMs(barePid) - before) / done
}

/** Returns the use of gateway, consumer process, API and PostgreSQL during `work`. Other processes are left out. */
async function used(work: () => Promise<unknown>): Promise<Use> {
  const now = async () => {
    const { rows } = await watching.query<{ commits: string }>('SELECT sum(xact_commit)::text AS commits FROM pg_stat_database')
    return {
      gateway: cpuMs(product.pidOf('gateway')),
      consumer: cpuMs(product.pidOf('consumer')),
      api: cpuMs(product.pidOf('api')),
      postgres: serverCpuMs(backend),
      commits: Number(rows[0]!.commits),
    }
  }
  const before = await now()
  await work()
  const { commits, ...after } = await now()
  const cpu = Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name as keyof typeof after]]))
  return { cpu, commits: commits - before.commits }
}

/** Calls `one` at regular intervals, at the given rate per second. Its argument is the number of the call. */
function pace(rate: number, ms: number, one: (nth: number) => void): Promise<void> {
  const began = performance.now()
  let nth = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(((performance.now() - began) * rate) / 1_000, (ms * rate) / 1_000)
      while (nth < due) one(nth++)
      if (performance.now() - began < ms) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function sum(values: Record<string, number>): number {
  return Object.values(values).reduce((total, value) => total + value, 0)
}
