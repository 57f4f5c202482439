import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the growth of the used heap during the work, in bytes, measured after garbage collection. */
export function heapGrowth(work: () => void): number {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  work()
  collectGarbage()
  return process.memoryUsage().heapUsed - before
}
