// A fresh machine installs exactly what the lock file says. `npm ci` accepts it only if it names every package that another
// needs.
import { readFileSync } from 'node:fs'
import path from 'node:path'

interface LockedPackage {
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const ROOT = path.resolve(__dirname, '../../..')
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Returns true if Node would find `name` from the package at `from`: beside it, or in a node_modules above. */
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
})
