// G9: measures the time from a tracker's write until a viewer's browser gets the frame, through the whole product, in the
// rush hour of a fleet of 10 000 trackers (400 fixes per second). Positions are collected for a viewer for 250 ms.
// The median is compared with half of this time, 125 ms.
import { startProduct } from '../support/product.ts'
import { ProductFleet } from './support/product-fleet.ts'
import { percentile } from './support/ratio.ts'

const TRACKERS = 800
const PAUSE_MS = 2_000
const RUN_MS = 30_000
const WINDOW_MS = 250

const product = await startProduct()
const fleet = await ProductFleet.open(product, TRACKERS)
let isOver = false
try {
  for (let nth = 0; nth < TRACKERS; nth++) reportOn(nth)
  await seconds(8)
  const before = fleet.sent
  fleet.isMeasuring = true
  await seconds(RUN_MS / 1_000)
  fleet.isMeasuring = false
  const [p50, p99] = [percentile(fleet.seenMs, 0.5), percentile(fleet.seenMs, 0.99)]
  console.log(
    JSON.stringify({
      bench: 'live',
      system: Math.round(p50),
      limit: WINDOW_MS / 2,
      ratio: Number((p50 / (WINDOW_MS / 2)).toFixed(2)),
      unit: 'ms p50',
      p99: Math.round(p99),
      seen: fleet.seenMs.length,
      fixesPerSecond: Math.round(((fleet.sent - before) / RUN_MS) * 1_000),
    }),
  )
} finally {
  isOver = true
  fleet.close()
  await product.stop()
}

/** Sends one fix about every two seconds. */
function reportOn(nth: number): void {
  const send = () => {
    if (isOver) return
    fleet.report(nth)
    setTimeout(send, PAUSE_MS * (0.75 + Math.random() / 2))
  }
  setTimeout(send, Math.random() * PAUSE_MS)
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1_000))
}
