import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
/** Lines of the Dockerfile. A line that ends with a backslash is joined with the next line. */
const LINES = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')

interface LockedPackage {
  dev?: boolean
  devOptional?: boolean
  /** True for Roadbook's own packages. They are links to the folder `resolved`. */
  link?: boolean
  resolved?: string
}

/**
 * Files from which an image is built, in the layout of its Dockerfile. These are the files of the COPY lines, except those
 * that .dockerignore leaves out. The image is not built with a container engine, and nothing is downloaded: its packages
 * are links to the packages that are installed here.
 */
export class Image {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'roadbook-image-'))

  /**
   * @param isBuilt if true, includes the build output that exists here, so that the build has nothing to do. If false,
   *   includes no output
   */
  constructor({ isBuilt }: { isBuilt: boolean }) {
    for (const source of copied()) this.#copy(source, isBuilt)
    this.#install(() => true)
  }

  /** Runs a command in the image. If the command fails, throws an error with its output. */
  run(command: string): void {
    const { NODE_ENV: _, ...environment } = process.env
    const env = { ...environment, PATH: `${path.join(this.folder, 'node_modules/.bin')}:${process.env.PATH}` }
    try {
      execFileSync('sh', ['-c', command], { cwd: this.folder, env, stdio: 'pipe', encoding: 'utf8' })
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string }
      throw new Error(`${command}:\n${stdout}\n${stderr}`, { cause: error })
    }
  }

  /** Removes what the Dockerfile removes after the build: development packages, the checkout's Node, and sources. */
  prune(): void {
    for (const { place } of installed()) rmSync(path.join(this.folder, place), { recursive: true })
    this.#install(({ dev, devOptional }) => !dev && !devOptional)
    for (const step of steps()) if (/^(rm|find) /.test(step)) this.run(step)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #copy(source: string, isBuilt: boolean): void {
    const ignored = ignoredNames().filter((name) => !(isBuilt && name === 'dist'))
    const filter = (file: string) => !ignored.includes(path.basename(file))
    // The times of files are preserved, because `tsc -b` compares them.
    cpSync(path.join(root, source), path.join(this.folder, source), { recursive: true, preserveTimestamps: true, filter })
  }

  /** Links packages in the layout that npm uses. Roadbook's own packages are links to folders of this image. */
  #install(isWanted: (one: LockedPackage) => boolean): void {
    for (const { place, ...one } of installed()) {
      if (!isWanted(one)) continue
      const link = path.join(this.folder, place)
      mkdirSync(path.dirname(link), { recursive: true })
      symlinkSync(path.join(one.link ? this.folder : root, one.link ? one.resolved! : place), link)
    }
  }
}

/** Returns the paths that the build stage copies from the checkout to the same place. */
function copied(): string[] {
  const from = LINES.findIndex((line) => / AS build$/.test(line))
  const till = LINES.findIndex((line, at) => at > from && line.startsWith('FROM '))
  const lines = LINES.slice(from, till).filter((line) => line.startsWith('COPY '))
  return lines.flatMap((line) => line.split(/\s+/).slice(1, -1))
}

/** Returns the commands of the Dockerfile's RUN lines. */
export const steps = (): string[] =>
  LINES.filter((line) => line.startsWith('RUN ')).flatMap((line) => line.slice('RUN '.length).split(/\s*&&\s*/))

/** Returns the command of the process that a stage starts. */
export function commandOf(stage: string): string[] {
  const from = LINES.findIndex((line) => line.endsWith(` AS ${stage}`))
  const line = LINES.slice(from).find((one) => /^(CMD|ENTRYPOINT) /.test(one))
  return JSON.parse(line!.slice(line!.indexOf('['))) as string[]
}

/** Returns the names in .dockerignore that apply to all folders. */
const ignoredNames = (): string[] =>
  read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('**/') ? [line.slice('**/'.length)] : []))

/**
 * Returns the packages that the lock file installs here at the top level (not inside other packages), and the folder of
 * programs.
 */
function installed(): (LockedPackage & { place: string })[] {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
  const places = Object.entries(packages).map(([place, one]) => ({ place, ...one }))
  const direct = places.filter(({ place }) => place.split('node_modules/').length === 2)
  return [...direct, { place: 'node_modules/.bin', dev: true }].filter(({ place }) => existsSync(path.join(root, place)))
}
