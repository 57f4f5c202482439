import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { ZipFile } from '../../person/zip-file.js'
import type { Entry, Parts } from './archive.js'

/** Writes an archive, one file after the other. */
export interface ArchiveWriter {
  /** Files that an earlier, interrupted run has already written. */
  readonly earlier: ReadonlyMap<string, Entry>
  add(file: string, parts: Parts): Promise<Entry>
  /** Completes the archive. */
  close(): Promise<void>
  /** Stops writing. An unfinished folder stays, because a later run can continue it. An unfinished ZIP file is removed. */
  discard(): Promise<void>
}

/** Name of the list of finished files while a folder is being written. */
const PROGRESS = 'unfinished.jsonl'

/**
 * Opens an archive for writing: a ZIP file if the name ends with `.zip`, otherwise a folder.
 * @param subject text that identifies the content. An unfinished folder is continued only if its subject is the same
 * @throws Error if `out` exists and cannot be continued
 */
export function openArchive(out: string, subject: string): ArchiveWriter {
  if (/\.zip$/i.test(out)) {
    if (existsSync(out)) throw new Error(`${out} exists already. Nothing was written`)
    return new ZipWriter(out)
  }
  return new FolderWriter(out, subject)
}

/** Passes parts on, and counts their bytes and lines. */
class Counted implements AsyncIterable<Buffer> {
  #hash = createHash('sha256')
  #bytes = 0
  #lines = 0

  constructor(
    private readonly file: string,
    private readonly parts: Parts,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const part of this.parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      this.#hash.update(bytes)
      this.#bytes += bytes.length
      if (this.file.endsWith('.ndjson'))
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#lines += 1
      yield bytes
    }
  }

  entry(): Entry {
    const rows = this.file.endsWith('.ndjson') ? { rows: this.#lines } : {}
    return { file: this.file, ...rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Limits of a ZIP file without the extension ZIP64, which the library does not write. */
const ZIP_FILES = 65_000
const ZIP_BYTES = 4_000_000_000

class ZipWriter implements ArchiveWriter {
  readonly earlier = new Map<string, Entry>()
  readonly #zip: ZipFile
  #files = 0
  #bytes = 0

  constructor(out: string) {
    this.#zip = new ZipFile(out)
  }

  async add(file: string, parts: Parts): Promise<Entry> {
    const counted = new Counted(file, parts)
    await this.#zip.add(file, counted)
    const entry = counted.entry()
    this.#files += 1
    this.#bytes += entry.bytes
    if (this.#files > ZIP_FILES || this.#bytes > ZIP_BYTES)
      throw new Error('this business is too large for a ZIP file, which holds 4 GB: name a folder with --out')
    return entry
  }

  close(): Promise<void> {
    return this.#zip.close()
  }

  discard(): Promise<void> {
    return this.#zip.discard()
  }
}

class FolderWriter implements ArchiveWriter {
  readonly earlier: ReadonlyMap<string, Entry>

  constructor(
    private readonly out: string,
    subject: string,
  ) {
    const progress = path.join(out, PROGRESS)
    if (existsSync(out) && !existsSync(progress)) throw new Error(`${out} exists already. Nothing was written`)
    if (!existsSync(out)) {
      mkdirSync(out, { recursive: true, mode: 0o700 })
      appendFileSync(progress, `${JSON.stringify({ subject })}\n`, { mode: 0o600 })
    }
    // An interrupted run may have written only a part of the last line.
    const [first, ...rest] = readFileSync(progress, 'utf8').split('\n').slice(0, -1)
    if (first !== JSON.stringify({ subject }))
      throw new Error(`${out} is the unfinished archive of something else: name another folder, or remove it`)
    writeFileSync(progress, [first, ...rest, ''].join('\n'))
    this.earlier = new Map(rest.map((line) => JSON.parse(line) as Entry).map((entry) => [entry.file, entry]))
  }

  async add(file: string, parts: Parts): Promise<Entry> {
    const target = path.join(this.out, file)
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    const counted = new Counted(file, parts)
    const descriptor = openSync(`${target}.part`, 'w', 0o600)
    try {
      for await (const bytes of counted) for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(`${target}.part`, target)
    const entry = counted.entry()
    appendFileSync(path.join(this.out, PROGRESS), `${JSON.stringify(entry)}\n`)
    return entry
  }

  async close(): Promise<void> {
    rmSync(path.join(this.out, PROGRESS))
  }

  async discard(): Promise<void> {}
}
