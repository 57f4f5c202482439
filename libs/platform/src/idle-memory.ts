import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 15_000
/** Maximum share of busy time for a process to count as resting. In a busier one requests would wait for the collector. */
const RESTING = 0.01
/** Minimum growth that is worth a collection. */
const WORTHWHILE_BYTES = 16 * 2 ** 20

/**
 * Returns unused memory to the machine whenever this process rests. V8 collects only when it needs room, so a quiet process keeps
 * for days the memory of its start and busiest hour. For the API that doubles its memory.
 * @returns a function that stops it
 */
export function returnMemoryWhenIdle(everyMs = LOOK_EVERY_MS): () => void {
  const collect = collector()
  let before = performance.eventLoopUtilization()
  let kept = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > RESTING || heapUsed() - kept < WORTHWHILE_BYTES) return
    collect()
    kept = heapUsed()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const heapUsed = () => getHeapStatistics().used_heap_size

/** Returns `gc` as with `node --expose-gc`, for a process started without it: contexts created after the flag is set have it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
