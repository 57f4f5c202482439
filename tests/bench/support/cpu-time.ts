import { readdirSync, readFileSync } from 'node:fs'

/** Length of the kernel's ticks, milliseconds (USER_HZ is 100 on every Linux). */
const TICK_MS = 10

interface Usage {
  parent: number
  ownMs: number
  /** CPU time of children that have ended. */
  endedMs: number
}

/** Parses /proc/PID/stat. Fields are counted after the name, which may contain anything. @source proc_pid_stat(5) */
function usageOf(pid: number): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
    return { parent: Number(fields[1]), ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS }
  } catch {
    // The process has ended meanwhile. Its CPU time is now part of its parent's.
    return undefined
  }
}

/** Returns the CPU time of one process, milliseconds. */
export const cpuMs = (pid: number): number => usageOf(pid)?.ownMs ?? Number.NaN

/** Returns the CPU time of the whole server to which a backend belongs, including ended backends. */
export function serverCpuMs(backendPid: number): number {
  const postmaster = usageOf(backendPid)!.parent
  const { ownMs, endedMs } = usageOf(postmaster)!
  const backends = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (usageOf(Number(name)) ?? []) : []))
  return backends.filter(({ parent }) => parent === postmaster).reduce((sum, usage) => sum + usage.ownMs, ownMs + endedMs)
}

/** Returns a process and all its descendants as they are now: program name, CPU milliseconds and memory. */
export function treeUse(root: number): Map<number, { name: string; cpuMs: number; pssMiB: number }> {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  const usages = new Map(pids.flatMap((pid) => [[pid, usageOf(pid)] as const]).filter(([, usage]) => usage))
  const found = new Map<number, { name: string; cpuMs: number; pssMiB: number }>()
  const waiting = [root]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const own = usages.get(pid)
    if (!own) continue
    // The process has ended meanwhile. Its CPU time is now part of its parent's.
    found.set(pid, { name: programOf(pid), cpuMs: own.ownMs + own.endedMs, pssMiB: pssMiB(pid) })
    for (const [other, usage] of usages) if (usage?.parent === pid) waiting.push(other)
  }
  return found
}

const programOf = (pid: number) => {
  const [program = '', script = ''] = readOr(`/proc/${pid}/cmdline`).split('\0')
  return program.startsWith('postgres:') || !script.endsWith('.js') ? 'postgres' : script.split('/').slice(-3).join('/')
}

/** Returns the memory of a process, with shared pages divided among their users. @source proc_pid_smaps(5), smaps_rollup */
const pssMiB = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024

function readOr(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
