// Tests make and delete a million files: databases, profiles of browsers, logs of brokers. In memory each costs a fortieth.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^roadbook-tests-(\d+)$/
/** Bytes that they may fill at once; they need as many to run in. */
const NEEDED = 6 * 2 ** 30

/** Makes a folder in memory the one for temporary files, of this process and of what it starts, where there is room; it goes with the process. */
export function tempInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(path.join(MEMORY, name), { recursive: true, force: true })
  }
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < NEEDED || freemem() < 2 * NEEDED) return
  const folder = path.join(MEMORY, `roadbook-tests-${process.pid}`)
  mkdirSync(folder)
  // A database that root starts runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  // What Node compiled of a program, for the next one that starts.
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
