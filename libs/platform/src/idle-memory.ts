import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 15_000
/**
 * A process counts as idle if it is busy for at most this share of the time. In a busier process, requests would have to
 * wait for the garbage collection.
 */
const RESTING = 0.01
/** Garbage is collected only if the heap has grown by at least this number of bytes. */
const WORTHWHILE_BYTES = 16 * 2 ** 20

/**
 * Collects garbage when this process is idle, so that unused memory returns to the machine. V8 itself collects only when it
 * needs memory, so an idle process would keep the memory of its start and of its busiest hour for days. In the API this
 * would double the memory.
 * @returns a function that stops these collections
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

/**
 * Returns `gc` as with `node --expose-gc`, for a process that was started without that flag. Sets the flag and creates a
 * new context, because only contexts that are created after that have `gc`.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
