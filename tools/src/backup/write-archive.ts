import { createHash } from 'node:crypto'
import { chmodSync, createWriteStream, fstatSync, openSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Trailer } from './archive.js'

/** Number of bytes that are hashed and compressed in one step. */
const BLOCK = 256 * 1024

const READER_GONE = 'the program that reads the standard output has ended, so its backup is not whole'

/** Lines of a backup, and at the end the numbers of its tables and rows. */
export type Lines = AsyncGenerator<Buffer | string, Omit<Trailer, 'sha256'>>

export interface Written extends Trailer {
  /** Size of the compressed backup. */
  bytes: number
}

/**
 * Compresses the lines and writes them to `out` as they come, with the trailer. Memory does not grow with the number of lines.
 */
export async function writeArchive(lines: Lines, out: Writable): Promise<Written> {
  const compression = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  let trailer: Trailer | undefined
  let bytes = 0
  compression.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await pipeline(
    Readable.from(
      withTrailer(lines, (written) => (trailer = written)),
      { objectMode: false, highWaterMark: BLOCK },
    ),
    compression,
    out,
  )
  return { ...trailer!, bytes }
}

async function* withTrailer(lines: Lines, onEnd: (trailer: Trailer) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let pieces: Buffer[] = []
  let size = 0
  const block = () => {
    const whole = Buffer.concat(pieces)
    pieces = []
    size = 0
    hash.update(whole)
    return whole
  }
  for (;;) {
    const { done, value } = await lines.next()
    if (done) {
      yield block()
      const trailer = { ...value, sha256: hash.digest('hex') }
      onEnd(trailer)
      yield Buffer.from(`${JSON.stringify(trailer)}\n`)
      return
    }
    const piece = typeof value === 'string' ? Buffer.from(`${value}\n`) : value
    pieces.push(piece)
    size += piece.length
    if (size >= BLOCK) yield block()
  }
}

/**
 * Writes a backup to a file that only its owner may read, because secrets are in it. The file gets its name only when it is
 * complete and on the disk. Until then, an earlier backup with this name stays. The name `-` means the standard output.
 */
export async function writeArchiveFile(lines: Lines, file: string): Promise<Written> {
  if (file === '-') return writeArchive(lines, standardOutput())
  const partial = `${file}.part`
  const descriptor = openSync(partial, 'w', 0o600)
  // If the file exists already, `openSync` does not change its mode.
  chmodSync(partial, 0o600)
  try {
    const written = await writeArchive(lines, createWriteStream('', { fd: descriptor, flush: true }))
    renameSync(partial, file)
    await syncFolder(path.dirname(file))
    return written
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Returns a stream to the standard output, which waits for a slow reader, and fails when the reader is gone. */
function standardOutput(): Writable {
  // If the standard output is a file and the disk is full, `process.stdout` does not finish a write and reports no error.
  // The stream used here finishes writes and reports errors.
  if (fstatSync(1).isFile()) return createWriteStream('', { fd: 1, autoClose: false })
  // If the reader of its output is gone, the command line normally ends without an error. For a backup this must be an
  // error, because the backup is then incomplete.
  process.stdout.removeAllListeners('error').on('error', () => undefined)
  return new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      void process.stdout.write(chunk, (error?: NodeJS.ErrnoException | null) =>
        done(error?.code === 'EPIPE' ? new Error(READER_GONE, { cause: error }) : error),
      ),
  })
}

/** Makes the new name of a file survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
