import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 15_000
/** The part of the time in which a process that rests does something; of a busier one somebody would wait for the collector. */
const RESTING = 0.01
/** Less is not worth a collection. */
const WORTHWHILE_BYTES = 16 * 2 ** 20

/**
 * Gives the machine back what this process does not use, whenever it rests. V8 collects to make room for more: a process that does
 * little keeps for days what its start and its busiest hour took, which of the API is as much again as it needs.
 * @returns what ends it
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

/** `gc` as `node --expose-gc` has it, for whoever was started without: contexts made after the flag have it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
