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

/** A process and all that it started, by the names of their programs, as they are now: CPU milliseconds and memory. */
export function treeUse(root: number): Map<number, { name: string; cpuMs: number; pssMiB: number }> {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  const usages = new Map(pids.flatMap((pid) => [[pid, usageOf(pid)] as const]).filter(([, usage]) => usage))
  const found = new Map<number, { name: string; cpuMs: number; pssMiB: number }>()
  const waiting = [root]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const own = usages.get(pid)
    if (!own) continue
    // Who has ended meanwhile is counted by its parent.
    found.set(pid, { name: programOf(pid), cpuMs: own.ownMs + own.endedMs, pssMiB: pssMiB(pid) })
    for (const [other, usage] of usages) if (usage?.parent === pid) waiting.push(other)
  }
  return found
}

const programOf = (pid: number) => {
  const [program = '', script = ''] = readOr(`/proc/${pid}/cmdline`).split('\0')
  return program.startsWith('postgres:') || !script.endsWith('.js') ? 'postgres' : script.split('/').slice(-3).join('/')
}

/** Shared pages are divided among those that share them. @source proc_pid_smaps(5), smaps_rollup */
const pssMiB = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024

function readOr(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
