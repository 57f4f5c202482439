import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { END_OF_ROWS, FORMAT, type Header, type Sequences, type TableFoot, type TableHead, type Trailer } from './archive.js'

const NEWLINE = 10
const END = Buffer.from(`${END_OF_ROWS}\n`)
/** Number of bytes that are decompressed in one step. */
const CHUNK = 1024 * 1024
/** Maximum length in bytes of a line of JSON. The line with the partitions of an event log of a year has about 5 MB. */
const LONGEST_LINE = 256 * 1024 * 1024

/** Error for a file that is not a whole backup. */
export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
}

/**
 * Reads a backup from its beginning to its end: {@link header}, then {@link tables} with the rows of each, then {@link end}.
 * Memory does not grow with the number of rows.
 * @throws DamagedBackup from every method, if the file is cut off or changed
 */
export class ArchiveReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  #tables = 0
  #rows = 0
  #sequences: Sequences['sequences'] | undefined

  constructor(input: Readable) {
    const text = createZstdDecompress({ chunkSize: CHUNK })
    input.on('error', (error) => text.destroy(error))
    this.#chunks = input.pipe(text)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** @param file a path, or `-` for the standard input */
  static open(file: string): ArchiveReader {
    if (file !== '-' && !existsSync(file)) throw new Error(`there is no file ${file}`)
    return new ArchiveReader(file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 }))
  }

  async header(): Promise<Header> {
    const header = await this.#line<Partial<Header>>()
    if (header.roadbook !== 'backup') throw new DamagedBackup('this is no backup of Roadbook')
    if (header.format !== FORMAT)
      throw new Error(
        `this backup has the form ${header.format}, and this release reads form ${FORMAT}: use the release that made it, ${header.version}`,
      )
    return header as Header
  }

  /**
   * Yields each table with its rows. The caller must read all rows before it asks for the next table. The number of rows is
   * compared with the number in the backup.
   */
  async *tables(): AsyncGenerator<TableHead & { rows: () => AsyncGenerator<Buffer> }> {
    for (;;) {
      const head = await this.#line<TableHead | Sequences>()
      if ('sequences' in head) {
        this.#sequences = head.sequences
        return
      }
      let counted = 0
      const rows = this.#untilEndOfRows((more) => (counted += more))
      yield { ...head, rows: () => rows }
      const foot = await this.#line<TableFoot>()
      if (foot.rows !== counted) throw new DamagedBackup(`${head.table} has ${counted} rows instead of ${foot.rows}`)
      this.#tables++
      this.#rows += counted
    }
  }

  /** Checks the end of the file, after {@link tables}. */
  async end(): Promise<Sequences & Trailer> {
    const sha256 = this.#hash.digest('hex')
    const trailer = parsed<Trailer>(await this.#bytes())
    if (trailer.sha256 !== sha256 || trailer.rows !== this.#rows || trailer.tables !== this.#tables)
      throw new DamagedBackup('the backup was changed: its checksum is another one')
    if (this.#rest.length > 0 || (await this.#next())) throw new DamagedBackup('the backup goes on after its end')
    return { ...trailer, sequences: this.#sequences! }
  }

  async *#untilEndOfRows(count: (rows: number) => void): AsyncGenerator<Buffer> {
    for (;;) {
      // Takes only whole lines. If the chunk ends in the middle of a line, the rest waits for the next chunk.
      const last = this.#rest.lastIndexOf(NEWLINE)
      const lines = this.#rest.subarray(0, last + 1)
      const end = lines.indexOf(END) === 0 ? 0 : lines.indexOf(`\n${END_OF_ROWS}\n`) + 1
      const isEnd = lines.indexOf(END) === 0 || end > 0
      const rows = isEnd ? lines.subarray(0, end) : lines
      if (rows.length > 0) {
        count(newlinesIn(rows))
        this.#hash.update(rows)
        this.#rest = this.#rest.subarray(rows.length)
        yield rows
      }
      if (isEnd) {
        this.#hash.update(END)
        this.#rest = this.#rest.subarray(END.length)
        return
      }
      await this.#readOn()
    }
  }

  async #line<T>(): Promise<T> {
    const bytes = await this.#bytes()
    this.#hash.update(bytes)
    return parsed<T>(bytes)
  }

  /** Returns the next line, including its line feed. */
  async #bytes(): Promise<Buffer> {
    if (!this.#rest.includes(NEWLINE)) await this.#readOn(LONGEST_LINE)
    const end = this.#rest.indexOf(NEWLINE)
    const line = this.#rest.subarray(0, end + 1)
    this.#rest = this.#rest.subarray(end + 1)
    return line
  }

  /**
   * Reads on to the end of the present line. A long row, for example with a file of 10 MB, comes in about 20 chunks. To be
   * fast, the method searches only the new chunk and joins the chunks only once.
   */
  async #readOn(longest = Infinity): Promise<void> {
    const pieces = [this.#rest]
    let size = this.#rest.length
    for (let isWhole = false; !isWhole;) {
      const next = size > longest ? undefined : await this.#next()
      if (!next) throw cutOff()
      pieces.push(next)
      size += next.length
      isWhole = next.includes(NEWLINE)
    }
    this.#rest = Buffer.concat(pieces)
  }

  /** Returns the next chunk, or undefined at the end of the file. */
  async #next(): Promise<Buffer | undefined> {
    const next = await this.#chunks.next().catch((error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('ZSTD_') || error.code === 'Z_BUF_ERROR') throw this.#broken(error)
      throw error
    })
    return next.done ? undefined : next.value
  }

  #broken({ code }: NodeJS.ErrnoException): DamagedBackup {
    if (code === 'ZSTD_error_prefix_unknown')
      return new DamagedBackup('this is no backup of Roadbook: it is not compressed with zstd')
    return code === 'Z_BUF_ERROR' ? cutOff() : new DamagedBackup(`the backup is damaged (${code})`)
  }
}

const cutOff = () => new DamagedBackup('the backup is cut off: its end is missing. Use an earlier one')

function parsed<T>(line: Buffer): T {
  try {
    return JSON.parse(line.toString('utf8')) as T
  } catch {
    throw new DamagedBackup('the backup is damaged: a line is not what should be there')
  }
}

function newlinesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}
