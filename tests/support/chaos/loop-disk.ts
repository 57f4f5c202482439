import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEGABYTE = Buffer.alloc(1024 * 1024, 1)

/**
 * Returns true if a file can be mounted as a disk here (Linux, root, a loop device). Prints a notice if not, because a
 * skipped test must not look like a passed one.
 * @throws in CI, where nothing may be skipped.
 */
export function hasLoopDisks(): boolean {
  try {
    new LoopDisk(8).remove()
    return true
  } catch (error) {
    const reason = `no disk image can be mounted here: ${(error as Error).message.split('\n')[0]}`
    if (process.env.CI === 'true') throw new Error(`a full disk must be tested here, but ${reason}`, { cause: error })
    process.stderr.write(`\n*** SKIPPING THE FULL DISK: ${reason} ***\n\n`)
    return false
  }
}

/** Small ext4 disk in a file that can be filled to the last block. */
export class LoopDisk {
  readonly #base = mkdtempSync(path.join(tmpdir(), 'roadbook-disk-'))
  readonly folder = path.join(this.#base, 'mounted')

  constructor(megabytes: number) {
    const image = path.join(this.#base, 'image')
    try {
      if (process.getuid?.() !== 0) throw new Error('only root mounts')
      chmodSync(this.#base, 0o755)
      mkdirSync(this.folder)
      run('truncate', '-s', `${megabytes}M`, image)
      // No blocks are reserved for root, so that a full disk is also full for root.
      run('mkfs.ext4', '-q', '-m', '0', image)
      run('mount', '-o', 'loop', image, this.folder)
    } catch (error) {
      rmSync(this.#base, { recursive: true, force: true })
      throw error
    }
  }

  get #filling(): string {
    return path.join(this.folder, 'filling')
  }

  /** Fills the disk to the last block. */
  fill(): void {
    const file = openSync(this.#filling, 'a')
    try {
      for (const size of [MEGABYTE.length, 4_096]) while (append(file, size));
    } finally {
      closeSync(file)
    }
  }

  /** Frees the space again. */
  free(): void {
    rmSync(this.#filling, { force: true })
  }

  remove(): void {
    // A process may still have a file open on the disk. A lazy unmount removes the disk from the folder now, and releases
    // it when that process ends.
    if (spawnSync('umount', [this.folder], { stdio: 'ignore' }).status !== 0) run('umount', '-l', this.folder)
    rmSync(this.#base, { recursive: true, force: true })
  }
}

function append(file: number, size: number): boolean {
  try {
    writeSync(file, MEGABYTE, 0, size)
    fsyncSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return false
  }
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
