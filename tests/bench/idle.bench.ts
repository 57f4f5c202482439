// Measures how much of the machine a small fleet's installation uses at night: the whole product after `npm start`, without
// viewers or trackers. Reports CPU time and memory (PSS) of the launcher and its processes, compared with an idle empty
// PostgreSQL on the same machine. Also reports the time until the product is ready. IDLE_SECONDS sets the length of the
// measurement.
import { startProduct } from '../support/product.ts'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { serverCpuMs, treeUse } from './support/cpu-time.ts'
import pg from 'pg'

const WATCHED_MS = Number(process.env.IDLE_SECONDS ?? 60) * 1_000
/** Milliseconds after which the work that occurs only at the start is done. */
const SETTLE_MS = 45_000

const began = performance.now()
const product = await startProduct()
const readyMs = performance.now() - began
const bare = await startPostgres({ durable: true })
const waiting = new pg.Client({ connectionString: bare.url })
await waiting.connect()
const { pid } = (await waiting.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!
try {
  await wait(SETTLE_MS)
  const before = { product: treeUse(product.launcherPid), bare: serverCpuMs(pid) }
  await wait(WATCHED_MS)
  const after = { product: treeUse(product.launcherPid), bare: serverCpuMs(pid) }
  const cores = new Map<string, number>()
  const mib = new Map<string, number>()
  for (const [id, { name, cpuMs, pssMiB }] of after.product) {
    cores.set(name, (cores.get(name) ?? 0) + (cpuMs - (before.product.get(id)?.cpuMs ?? 0)) / WATCHED_MS)
    mib.set(name, (mib.get(name) ?? 0) + pssMiB)
  }
  const system = sum(cores.values())
  // The kernel counts CPU time in ticks of ten milliseconds. A shorter time would count as zero.
  const limit = Math.max(10, after.bare - before.bare) / WATCHED_MS
  const four = (value: number) => Number(value.toFixed(4))
  const rounded = (values: Map<string, number>, digits: number) =>
    Object.fromEntries([...values].map(([name, value]) => [name, Number(value.toFixed(digits))]))
  const report = {
    bench: 'idle',
    system: four(system),
    limit: four(limit),
    ratio: Number((system / limit).toFixed(1)),
    unit: 'cores',
  }
  const more = { mib: Math.round(sum(mib.values())), readyS: Number((readyMs / 1_000).toFixed(1)) }
  console.log(JSON.stringify({ ...report, ...more, cores: rounded(cores, 4), mibOf: rounded(mib, 0) }))
} finally {
  await waiting.end()
  await bare.stop()
  await product.stop()
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}
