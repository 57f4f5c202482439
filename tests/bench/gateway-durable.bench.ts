// G4 with the durable log: the same gateway in front of PostgreSQL that writes every commit to disk,
// or with BENCH_LOG=kafka of a broker that does.
import { migrate } from '@roadbook/migrations'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { startBenchLog } from './support/bench-log.ts'
import { framesPerCpuSecond } from './support/frames-per-cpu.ts'
import { measureRatio, report } from './support/ratio.ts'
import { ServerProcess } from './support/server-process.ts'
import { TrackerLoad, frames } from './support/tracker-load.ts'

const TRACKERS = 400
const ROUND_MS = 2_000

const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
const log = await startBenchLog()
const [echo, gateway] = [
  await ServerProcess.start('echo-server.ts'),
  await ServerProcess.start('gateway-server.ts', log.spec, postgres.url),
]
try {
  const ten = await compare(10)
  const one = await compare(1)
  report('gateway-durable', one, 'frames/CPU-s', { log: log.spec.split(':')[0], records: 1, tenRecords: ten })
} finally {
  await Promise.all([echo.stop(), gateway.stop()])
  await log.stop()
  await postgres.stop()
}

async function compare(records: number) {
  const [toEcho, toGateway] = [new TrackerLoad(frames(records)), new TrackerLoad(frames(records))]
  await toEcho.open(echo.port, TRACKERS, false)
  await toGateway.open(gateway.port, TRACKERS, true)
  const ratio = await measureRatio(
    () => framesPerCpuSecond(echo, toEcho, ROUND_MS),
    () => framesPerCpuSecond(gateway, toGateway, ROUND_MS),
  )
  toEcho.close()
  toGateway.close()
  console.log(
    `${records} record(s): ${Math.round(ratio.system)} of ${Math.round(ratio.limit)} frames/CPU-s, ${ratio.ratio.toFixed(2)}`,
  )
  return ratio
}
