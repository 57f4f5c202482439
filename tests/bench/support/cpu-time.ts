import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in ticks of this many milliseconds (USER_HZ is 100 on every Linux). */
const TICK_MS = 10

interface Usage {
  parent: number
  ownMs: number
  /** Of children that have ended. */
  endedMs: number
}

/** /proc/PID/stat; the fields are counted behind the name, which may hold anything. @source proc_pid_stat(5) */
function usageOf(pid: number): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
    return { parent: Number(fields[1]), ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS }
  } catch {
    // It has ended meanwhile; its parent counts it.
    return undefined
  }
}

/** CPU time of one process, milliseconds. */
export const cpuMs = (pid: number): number => usageOf(pid)?.ownMs ?? Number.NaN

/** CPU time of the whole server that a backend belongs to, ended backends included. */
export function serverCpuMs(backendPid: number): number {
  const postmaster = usageOf(backendPid)!.parent
  const { ownMs, endedMs } = usageOf(postmaster)!
  const backends = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (usageOf(Number(name)) ?? []) : []))
  return backends.filter(({ parent }) => parent === postmaster).reduce((sum, usage) => sum + usage.ownMs, ownMs + endedMs)
}
