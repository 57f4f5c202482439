// Tests create and delete a million files: databases, browser profiles, broker logs. In memory this takes a fortieth of the
// time that it takes on disk.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^roadbook-tests-(\d+)$/
/** Space that the files need, in bytes. Twice as much memory must be free, because the tests themselves need memory, too. */
const NEEDED = 6 * 2 ** 30

/**
 * Makes this process and its children use a folder in memory for temporary files, if there is room. The folder is removed
 * with the process.
 */
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
  // A database started by root runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  // Folder for compiled code, so that the next program starts faster.
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
