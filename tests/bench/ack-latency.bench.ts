// G6: measures how long a tracker waits for its acknowledgement while the gateway works at half of its capacity. The
// comparison is the minimum for durability: the time to insert and commit a batch of 200 frames.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '@roadbook/migrations'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { percentile } from './support/ratio.ts'
import { ServerProcess } from './support/server-process.ts'
import { TrackerLoad, frames } from './support/tracker-load.ts'

const TRACKERS = 400
const COMMITS = 400
const RUN_MS = 6_000

const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
await client.query(
  'CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key bytea, value bytea, headers bytea)',
)
const gateway = await ServerProcess.start('gateway-server.ts', 'postgres', postgres.url)
const load = new TrackerLoad(frames(1))
try {
  await load.open(gateway.port, TRACKERS, true)
  const most = await ratePerSecond()
  // Each tracker pauses between frames, so that all trackers together send at half of the maximum rate.
  load.pauseMs = (TRACKERS / (most / 2)) * 1_000
  const before = await commitTimes()
  load.keepLatencies = true
  const offered = await ratePerSecond()
  load.keepLatencies = false
  const commits = [...before, ...(await commitTimes())]
  const [p50, p99] = [percentile(load.latencies, 0.5), percentile(load.latencies, 0.99)]
  const limit = { p50: percentile(commits, 0.5), p99: percentile(commits, 0.99) }
  console.log(
    JSON.stringify({
      bench: 'ack-latency',
      system: Number(p99.toFixed(1)),
      limit: Number(limit.p99.toFixed(1)),
      ratio: Number((p99 / limit.p99).toFixed(2)),
      unit: 'ms p99',
      p50: { system: Number(p50.toFixed(1)), limit: Number(limit.p50.toFixed(1)), ratio: Number((p50 / limit.p50).toFixed(2)) },
      load: Number((offered / most).toFixed(2)),
      framesPerSecond: Math.round(offered),
    }),
  )
} finally {
  load.close()
  await gateway.stop()
  await client.end()
  await postgres.stop()
}

async function ratePerSecond(): Promise<number> {
  const before = load.acknowledged
  load.start()
  await new Promise((resolve) => setTimeout(resolve, RUN_MS))
  const rate = ((load.acknowledged - before) / RUN_MS) * 1_000
  await load.stop()
  return rate
}

/** Returns the duration of each commit, milliseconds. */
async function commitTimes(): Promise<number[]> {
  const columns = [12, 120, 110].map((bytes) => Array.from({ length: 200 }, () => randomBytes(bytes)))
  const times: number[] = []
  for (let nth = 0; nth < COMMITS; nth++) {
    const began = performance.now()
    await client.query({
      name: 'bare',
      text: 'INSERT INTO bare (key, value, headers) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[])',
      values: columns,
    })
    times.push(performance.now() - began)
  }
  return times
}
