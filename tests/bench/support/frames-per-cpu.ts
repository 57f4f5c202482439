import type { ServerProcess } from './server-process.ts'
import type { TrackerLoad } from './tracker-load.ts'

/** Loads a server for `ms` milliseconds. Returns the number of frames that it answers per second of its own CPU time. */
export async function framesPerCpuSecond(server: ServerProcess, load: TrackerLoad, ms: number): Promise<number> {
  load.start()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const [before, answered] = [await server.usage(), load.acknowledged]
  await new Promise((resolve) => setTimeout(resolve, ms))
  const [after, frames] = [await server.usage(), load.acknowledged - answered]
  await load.stop()
  return (frames / (after.cpuUs - before.cpuUs)) * 1e6
}
