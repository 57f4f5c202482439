import { finished, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gunzip } from 'node:zlib'

/** What a gzip holds, at once. */
export const unpackedWhole = promisify<Buffer, Buffer>(gunzip)

/** A finished CSV file, held packed: a sheet of a hundred thousand rows is a few megabytes. */
export class CsvFile {
  constructor(
    /** Without its head. */
    readonly rows: number,
    /** Unpacked. */
    readonly sizeBytes: number,
    /** Gzip. */
    readonly packed: Buffer,
  ) {}

  async text(): Promise<string> {
    return (await unpackedWhole(this.packed)).toString('utf8')
  }

  /** Unpacked as fast as its reader takes it. */
  stream(): Readable {
    return unpacked(this.packed)
  }
}

/** What a gzip holds, as a stream. */
export const unpacked = (packed: Buffer): Readable => Readable.from([packed]).pipe(createGunzip())

/** Packs a file while it is written. */
export class CsvPacker {
  readonly #gzip = createGzip()
  readonly #chunks: Buffer[] = []
  #sizeBytes = 0

  constructor() {
    this.#gzip.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  /** Waits until the text is taken in. */
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

  /** Gives up. */
  destroy(): void {
    this.#gzip.destroy()
  }
}
