import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate } from 'fflate'

/** Writes a ZIP file piece by piece. The memory that it needs does not depend on the size of the file. */
export class ZipFile {
  readonly #zip: Zip
  readonly #out: WriteStream
  readonly #unfinished: string
  #isFull = false
  #failure: Error | undefined

  /** @param file path. The file appears when the archive is complete, and only its owner may read it */
  constructor(private readonly file: string) {
    this.#unfinished = `${file}.part`
    this.#out = createWriteStream(this.#unfinished, { mode: 0o600, flags: 'wx' })
    this.#out.on('error', (error) => (this.#failure = error))
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error
      else if (!this.#out.write(chunk)) this.#isFull = true
    })
  }

  async add(name: string, parts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<void> {
    const entry = new ZipDeflate(name, { level: 6 })
    this.#zip.add(entry)
    for await (const part of parts) {
      entry.push(typeof part === 'string' ? Buffer.from(part) : part)
      await this.#drained()
    }
    entry.push(new Uint8Array(), true)
    await this.#drained()
  }

  async close(): Promise<void> {
    this.#zip.end()
    this.#out.end()
    await finished(this.#out)
    if (this.#failure) throw this.#failure
    renameSync(this.#unfinished, this.file)
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    this.#out.destroy()
    await finished(this.#out).catch(() => undefined)
    rmSync(this.#unfinished, { force: true })
  }

  async #drained(): Promise<void> {
    if (this.#failure) throw this.#failure
    if (!this.#isFull) return
    this.#isFull = false
    await once(this.#out, 'drain')
  }
}
