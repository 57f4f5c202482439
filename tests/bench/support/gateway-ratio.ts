import { framesPerCpuSecond } from './frames-per-cpu.ts'
import { measureRatio } from './ratio.ts'
import type { ServerProcess } from './server-process.ts'
import { TrackerLoad, frames } from './tracker-load.ts'

const TRACKERS = 400
const ROUND_MS = 2_000

/** Compares a gateway with an echo server: frames, each with that many records, that are answered per second of CPU time. */
export async function gatewayRatio(echo: ServerProcess, gateway: ServerProcess, records: number) {
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
