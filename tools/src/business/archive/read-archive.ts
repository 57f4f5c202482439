import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Unzip, UnzipInflate } from 'fflate'
import { type Description, type Entry, FORMAT } from './archive.js'
import { assertForm, readDescription } from './form.js'

/** Maximum number of rows, and maximum number of characters, in a batch for the database. */
const BATCH = 1_000
const BATCH_LENGTH = 4_000_000

/** Reader of an archive of a business. */
export class ArchiveFolder {
  readonly description: Description

  private constructor(
    private readonly folder: string,
    name: string,
  ) {
    const file = path.join(folder, 'schema.json')
    if (!existsSync(file))
      throw new Error(`${name} is no archive of a business, or its export has not ended: it has no schema.json`)
    if (lstatSync(file).isSymbolicLink()) throw new Error('schema.json is a symbolic link, which no archive of a business has')
    const described = readDescription(readFileSync(file, 'utf8'))
    if (described.roadbook !== 'business' || described.format !== FORMAT)
      throw new Error(`${name} is no archive of a business that this release can read`)
    assertForm(described)
    this.description = described
  }

  /**
   * Opens a folder. If `name` is a ZIP file, unpacks it into a temporary folder, and removes the temporary folder after the
   * work.
   */
  static async with<T>(name: string, work: (archive: ArchiveFolder) => Promise<T>): Promise<T> {
    if (!existsSync(name)) throw new Error(`there is no file or folder ${name}`)
    if (statSync(name).isDirectory()) return work(new ArchiveFolder(name, name))
    const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-business-'))
    try {
      await unpack(name, folder)
      return await work(new ArchiveFolder(folder, name))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** @throws Error with the first file that is missing or changed */
  async verify(): Promise<void> {
    for (const { file, sha256, rows } of this.description.files) {
      const at = this.pathOf(file)
      if (!existsSync(at)) throw new Error(`the archive lacks ${file}`)
      const hash = createHash('sha256')
      let lines = 0
      for await (const bytes of createReadStream(at) as AsyncIterable<Buffer>) {
        hash.update(bytes)
        for (let next = bytes.indexOf(10); rows !== undefined && next >= 0; next = bytes.indexOf(10, next + 1)) lines += 1
      }
      if (hash.digest('hex') !== sha256 || (rows !== undefined && rows !== lines))
        throw new Error(`${file} was changed after the export, or is damaged`)
    }
  }

  /** Yields the rows of files in batches. Each row is its line of JSON. */
  async *rows(files: readonly string[]): AsyncGenerator<string[]> {
    for (const file of files) {
      let batch: string[] = []
      let length = 0
      for await (const line of linesOf(createReadStream(this.pathOf(file)), file)) {
        batch.push(line)
        length += line.length
        if (batch.length < BATCH && length < BATCH_LENGTH) continue
        yield batch
        batch = []
        length = 0
      }
      if (batch.length > 0) yield batch
    }
  }

  bytes(file: string): Buffer {
    return readFileSync(this.pathOf(file))
  }

  entry(file: string): Entry | undefined {
    return this.description.files.find((one) => one.file === file)
  }

  /** @throws Error for a path that leads out of the archive's folder, also by a symbolic link */
  private pathOf(file: string): string {
    assertPlain(file)
    const parts = file.split('/')
    for (const at of parts.keys()) {
      const one = path.join(this.folder, ...parts.slice(0, at + 1))
      if (lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new Error(`${file} is a symbolic link, which no archive of a business has`)
    }
    return path.join(this.folder, file)
  }
}

/** Maximum length of a line in bytes. No row is longer, because files are stored outside the rows. */
const LONGEST = 64 * 1024 * 1024

/**
 * Splits NDJSON only at line feeds. Other line separators, such as U+2028, may occur within a value.
 * @throws Error for a line that is longer than any row
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, file: string, longest = LONGEST): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); ; end = chunk.indexOf(10, from)) {
      const part = chunk.subarray(from, end < 0 ? chunk.length : end)
      parts.push(part)
      length += part.length
      if (length > longest)
        throw new Error(`nothing was changed: ${file} has a line of more than ${longest} bytes, which no row has`)
      if (end < 0) break
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      length = 0
      from = end + 1
    }
  }
  if (length > 0) yield Buffer.concat(parts).toString('utf8')
}

/** @throws Error for a path that could lead out of the archive's folder */
function assertPlain(file: string): string {
  if (!/^[\w-]+(\.[\w-]+)?(\/[\w-]+(\.[\w-]+)*)*$/.test(file)) throw new Error(`${file} is no file of such an archive`)
  return file
}

async function unpack(name: string, folder: string): Promise<void> {
  let failure: Error | undefined
  let count = 0
  const unzip = new Unzip((entry) => {
    count += 1
    if (entry.name.endsWith('/')) {
      assertPlain(entry.name.slice(0, -1))
      return
    }
    const target = path.join(folder, assertPlain(entry.name))
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    const descriptor = openSync(target, 'wx', 0o600)
    entry.ondata = (error, bytes, isLast) => {
      if (error) failure = error
      else for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
      if (isLast || error) closeSync(descriptor)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for await (const bytes of createReadStream(name) as AsyncIterable<Buffer>) {
    unzip.push(bytes)
    if (failure) throw new Error(`${name} is damaged: ${failure.message}`, { cause: failure })
  }
  unzip.push(new Uint8Array(), true)
  if (failure || count === 0) throw new Error(`${name} is no ZIP file, or it is cut off`)
}
