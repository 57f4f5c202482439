import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive } from '../with-database.js'

/**
 * Marks a folder as the target of a restore by this process.
 * @param file path of the mark, which contains the id of the process
 * @returns a function that removes the mark
 * @throws Error if another process restores into the folder
 */
export function assertOnlyRestore(file: string): () => void {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const pid = Number(readFileSync(file, 'utf8'))
    if (isOther(pid))
      throw new Error(
        `another restore into this folder is running, as process ${pid}: wait until it has ended. If it is no restore, remove ${file}`,
        { cause: error },
      )
    // There is a mark, but the restore that made it was killed.
    writeFileSync(file, `${process.pid}\n`)
  }
  return () => rmSync(file, { force: true })
}

/**
 * Returns true if another process with this id runs. The id alone does not show this: after a process was killed, another
 * program may get its id.
 */
function isOther(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('restore')
  } catch {
    // Without /proc, only the id can be checked.
    return true
  }
}
