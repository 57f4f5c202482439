import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.js'

const RUNTIME = 'runtime.json'

/** Data that the command line needs to reach a running product. */
export interface Runtime {
  databaseUrl: string
  /** `DATABASE_DIRECT_URL` of the product, if `databaseUrl` may lead through a pooler. */
  databaseDirectUrl?: string
  launcherPid: number
  /** Process ids by name, for operators' tools. */
  processes: Record<string, number>
  /** Health ports on the loopback, by name. */
  health?: Record<string, number>
}

/**
 * Folder with everything that a single-machine installation keeps: database, logs, secrets. Other users of the machine may enter
 * the folder, but only the owner may read the files that this class writes.
 */
export class DataDirectory {
  readonly path: string

  constructor(directory = process.env.ROADBOOK_DATA_DIR || '.data') {
    this.path = path.resolve(projectRoot, directory)
    // When the product runs as root, the database runs as another user, who must be able to enter the folder.
    mkdirSync(this.path, { recursive: true, mode: 0o755 })
  }

  in(...names: string[]): string {
    return path.join(this.path, ...names)
  }

  /** Returns a random secret. The secret is made once and stays the same after restarts. */
  secret(name: string): string {
    const file = this.in(`${name}.secret`)
    return this.#read(file) ?? this.#write(file, randomBytes(24).toString('base64url'))
  }

  /** Returns a JSON value that is made once and kept. */
  remember<T>(name: string, make: () => T): T {
    const file = this.in(`${name}.json`)
    const existing = this.#read(file)
    if (existing) return JSON.parse(existing) as T
    const value = make()
    this.#write(file, JSON.stringify(value, null, 2))
    return value
  }

  /** Returns the contents of all kept files by name. These are secrets, and JSON values such as the demo's accounts. */
  keptFiles(): Record<string, string> {
    const names = readdirSync(this.path).filter((name) => /^[\w-]+\.(secret|json)$/.test(name) && name !== RUNTIME)
    return Object.fromEntries(names.map((name) => [name, readFileSync(this.in(name), 'utf8')]))
  }

  /** Writes kept files of another data directory. Existing files are replaced. */
  putBack(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) this.#write(this.in(path.basename(name)), text)
  }

  get runtime(): Runtime | undefined {
    const text = this.#read(this.in(RUNTIME))
    return text ? (JSON.parse(text) as Runtime) : undefined
  }

  set runtime(runtime: Runtime | undefined) {
    const file = this.in(RUNTIME)
    if (runtime) this.#write(file, JSON.stringify(runtime))
    else rmSync(file, { force: true })
  }

  #read(file: string): string | undefined {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  #write(file: string, text: string): string {
    // The file is written as a whole or not at all, because other processes may read it at the same time.
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    return text
  }
}
