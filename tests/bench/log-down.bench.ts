// G13: makes the event log unavailable while all trackers keep sending at full rate. The gateway must acknowledge nothing,
// close no healthy connection, and continue when the log is available again. Its memory may grow to 1.2 times
// the sum of its memory before the outage and the configured buffer.
import { ServerProcess } from './support/server-process.ts'
import { TrackerLoad, frames } from './support/tracker-load.ts'

const TRACKERS = 5_000
const DOWN_S = Number(process.env.LOG_DOWN_SECONDS ?? 60)
/** Size of the gateway's buffer in bytes: the default of MAX_BUFFERED_BYTES. */
const CAP_BYTES = 32 * 1024 * 1024
const MEBIBYTE = 1024 * 1024

const gateway = await ServerProcess.start('gateway-server.ts', 'null')
const load = new TrackerLoad(frames(10))
// Together the trackers send more than the gateway buffers.
load.window = 8
try {
  await load.open(gateway.port, TRACKERS, true)
  load.start()
  const steady = await highestOver(10)
  gateway.send('down')
  // Acknowledgements that were sent before the outage possibly arrive only now.
  for (let before = -1; before !== load.acknowledged; await seconds(2)) before = load.acknowledged
  const acknowledged = load.acknowledged
  const highest = await highestOver(DOWN_S)
  const duringOutage = load.acknowledged - acknowledged
  gateway.send('up')
  await seconds(8)
  const after = load.acknowledged - acknowledged - duringOutage
  const limit = (steady + CAP_BYTES) * 1.2
  console.log(
    JSON.stringify({
      bench: 'log-down',
      system: Math.round(highest / MEBIBYTE),
      limit: Math.round(limit / MEBIBYTE),
      ratio: Number((highest / limit).toFixed(2)),
      unit: 'MiB',
      steadyMiB: Math.round(steady / MEBIBYTE),
      seconds: DOWN_S,
      acknowledgedMeanwhile: duringOutage,
      closed: load.closed,
      acknowledgedAfter: after,
    }),
  )
  if (duringOutage > 0 || load.closed > 0 || after === 0 || highest > limit) process.exitCode = 1
} finally {
  load.close()
  await gateway.stop()
}

async function highestOver(count: number): Promise<number> {
  let highest = 0
  for (let second = 0; second < count; second++) {
    await seconds(1)
    highest = Math.max(highest, (await gateway.usage()).rssBytes)
  }
  return highest
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1_000))
}
