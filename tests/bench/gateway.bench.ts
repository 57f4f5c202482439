// G4: frames that the gateway decodes, publishes and acknowledges in a second of its own CPU time, beside a server that answers
// every chunk with four bytes. The event log takes everything at once; `gateway-durable` has the real one.
import { framesPerCpuSecond } from './support/frames-per-cpu.ts'
import { measureRatio, report } from './support/ratio.ts'
import { ServerProcess } from './support/server-process.ts'
import { TrackerLoad, frames } from './support/tracker-load.ts'

const TRACKERS = 400
const ROUND_MS = 2_000

const [echo, gateway] = [await ServerProcess.start('echo-server.ts'), await ServerProcess.start('gateway-server.ts', 'null')]
try {
  const ten = await compare(10)
  const one = await compare(1)
  report('gateway', one, 'frames/CPU-s', { records: 1, tenRecords: ten })
} finally {
  await Promise.all([echo.stop(), gateway.stop()])
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
