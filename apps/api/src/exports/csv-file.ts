import { finished, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gunzip } from 'node:zlib'

/** Decompresses a whole gzip in one step. */
export const unpackedWhole = promisify<Buffer, Buffer>(gunzip)

/**
 * A finished CSV file. It is compressed in memory, because a sheet of a hundred thousand rows is then only a few megabytes.
 */
export class CsvFile {
  constructor(
    /** Number of rows without the heading. */
    readonly rows: number,
    /** Uncompressed size in bytes. */
    readonly sizeBytes: number,
    /** Contents, compressed with gzip. */
    readonly packed: Buffer,
  ) {}

  async text(): Promise<string> {
    return (await unpackedWhole(this.packed)).toString('utf8')
  }

  /** Decompresses the file as fast as the reader reads it. */
  stream(): Readable {
    return unpacked(this.packed)
  }
}

/** Decompresses a gzip as a stream. */
export const unpacked = (packed: Buffer): Readable => Readable.from([packed]).pipe(createGunzip())

/** Compresses a file while it is written. */
export class CsvPacker {
  readonly #gzip = createGzip()
  readonly #chunks: Buffer[] = []
  #sizeBytes = 0

  constructor() {
    this.#gzip.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  /** Resolves when the compressor has accepted the text. */
  write(text: string): Promise<void> {
    this.#sizeBytes += Buffer.byteLength(text)
    return new Promise((resolve, reject) => {
      this.#gzip.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }

  end(rows: number): Promise<CsvFile> {
    return new Promise((resolve, reject) => {
      finished(this.#gzip, (error) =>
        error ? reject(error) : resolve(new CsvFile(rows, this.#sizeBytes, Buffer.concat(this.#chunks))),
      )
      this.#gzip.end()
    })
  }

  /** Discards the file. */
  destroy(): void {
    this.#gzip.destroy()
  }
}
