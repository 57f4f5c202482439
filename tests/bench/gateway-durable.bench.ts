// G4 with a durable event log: measures the gateway with PostgreSQL, which writes every commit to disk. With BENCH_LOG=kafka,
// the log is a broker that writes every message to disk.
import { migrate } from '@roadbook/migrations'
import { startPostgres } from '../support/database/postgres-server.mjs'
import { startBenchLog } from './support/bench-log.ts'
import { gatewayRatio } from './support/gateway-ratio.ts'
import { report } from './support/ratio.ts'
import { ServerProcess } from './support/server-process.ts'

const postgres = await startPostgres({ durable: true })
await migrate(postgres.url)
const log = await startBenchLog()
const [echo, gateway] = [
  await ServerProcess.start('echo-server.ts'),
  await ServerProcess.start('gateway-server.ts', log.spec, postgres.url),
]
try {
  const ten = await gatewayRatio(echo, gateway, 10)
  const one = await gatewayRatio(echo, gateway, 1)
  report('gateway-durable', one, 'frames/CPU-s', { log: log.spec.split(':')[0], records: 1, tenRecords: ten })
} finally {
  await Promise.all([echo.stop(), gateway.stop()])
  await log.stop()
  await postgres.stop()
}
