// G7: compares the rate of the event log in PostgreSQL with the rate of a bare insert of the same bytes in batches of 200.
// Both write every commit to disk.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openEventLog, type LogMessage } from '@roadbook/event-log'
import { byteaArray } from '@roadbook/event-log/postgres/binary-array'
import { packHeaders } from '@roadbook/event-log/postgres/header-codec'
import { migrate } from '@roadbook/migrations'
import { startPostgres } from '../support/database/postgres-server.mjs'

const BATCH = 200
const BATCHES = 250
const SLICE = 10
const ROUNDS = 3

/**
 * Returns a frame of one record from one of 500 trackers. The value has the size of the decoded packet, the header that of its
 * raw bytes.
 */
const frame = (n: number): LogMessage => ({
  key: String(356_307_042_000_000 + (n % 500)),
  value: randomBytes(120),
  headers: {
    raw: randomBytes(80),
    protocol: Buffer.from('teltonika'),
    receivedAt: Buffer.from('1763700000000'),
    gateway: Buffer.from('gateway-1'),
  },
})
const batches = Array.from({ length: BATCHES }, (_, batch) => Array.from({ length: BATCH }, (_, n) => frame(batch * BATCH + n)))

/** Returns the milliseconds that a way to append takes for some batches. Each batch is durable before the next one starts. */
async function timed(append: (batch: LogMessage[]) => Promise<unknown>, some: readonly LogMessage[][]): Promise<number> {
  const began = performance.now()
  for (const batch of some) await append(batch)
  return performance.now() - began
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

const server = await startPostgres({ durable: true })
try {
  await migrate(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    appended_at timestamptz NOT NULL DEFAULT now(), key bytea NOT NULL, value bytea NOT NULL, headers bytea)`)
  const bare = (batch: LogMessage[]) =>
    client.query({
      name: 'bare',
      text: 'INSERT INTO bare (key, value, headers) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[])',
      values: [
        byteaArray(batch.map(({ key }) => Buffer.from(key))),
        byteaArray(batch.map(({ value }) => value)),
        byteaArray(batch.map(({ headers }) => packHeaders(headers))),
      ],
    })
  const log = await openEventLog('postgres', { databaseUrl: server.url, clientId: 'bench' })
  await log.prepare()
  const publish = (batch: LogMessage[]) => log.publish('tracker.packets', batch)

  // Short measurements alternate: comparison, event log, comparison. Other work on the machine then slows both in the same way.
  const slices = Array.from({ length: BATCHES / SLICE }, (_, n) => batches.slice(n * SLICE, (n + 1) * SLICE))
  const frames = BATCH * BATCHES
  const rounds: { limit: number; system: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    let [limitMs, systemMs] = [0, 0]
    for (const slice of slices) {
      limitMs += (await timed(bare, slice)) / 2
      systemMs += await timed(publish, slice)
      limitMs += (await timed(bare, slice)) / 2
    }
    rounds.push({ limit: (frames / limitMs) * 1_000, system: (frames / systemMs) * 1_000 })
  }
  // The first round is a warm-up.
  rounds.shift()
  await log.close()
  await client.end()
  const system = Math.round(median(rounds.map((round) => round.system)))
  const limit = Math.round(median(rounds.map((round) => round.limit)))
  const ratio = Number(median(rounds.map((round) => round.system / round.limit)).toFixed(2))
  console.log(JSON.stringify({ bench: 'log', system, limit, ratio, unit: 'frames/s' }))
} finally {
  await server.stop()
}
