// `npm run sbom`: writes sbom.cdx.json, the software bill of materials of what ships, as CycloneDX 1.5
// (https://cyclonedx.org). npm makes it from the lock file. `npm sbom --omit dev` would omit too much: packages that ship
// and that a development tool needs as well, such as @nestjs/core. Therefore npm lists everything here, and the list of
// licences decides what ships.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE, shipped } from './licences.mjs'

/** Name of the file in the root of the project. */
export const SBOM = 'sbom.cdx.json'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const nameOf = ({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length))
const isOwn = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:private')

/** Returns the bill of materials of the project in a folder. */
export function sbomOf(root) {
  const { name, license } = readJson(path.join(root, 'package.json'))
  const packages = shipped(readJson(path.join(root, 'package-lock.json')))
  const licences = new Map(packages.map((each) => [`${each.name}@${each.version}`, each.licence]))
  const ships = (component) => isOwn(component) || licences.has(nameOf(component)) || NODE.test(component.name)

  const bom = JSON.parse(npmSbom(root))
  // npm uses the names of folders for the project and its parts.
  bom.metadata.component.name = name
  bom.components = bom.components.filter(ships).map((component) => ({
    ...component,
    name: nameOf(component).slice(0, -component.version.length - 1),
    // The lock file can contain a version twice, and one of the two may be only for development.
    properties: component.properties.filter((each) => each.name !== 'cdx:npm:package:development'),
    licenses: component.licenses ?? [{ license: isOwn(component) ? { name: license } : { id: licences.get(nameOf(component)) } }],
  }))
  const references = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']))
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }))
  return bom
}

/**
 * Writes the bill of materials into its file.
 * @returns the number of packages in it, with the project's own
 */
export function writeSbom(root) {
  const bom = sbomOf(root)
  writeFileSync(path.join(root, SBOM), `${JSON.stringify(bom, null, 1)}\n`)
  return bom.components.length
}

const npmSbom = (root) =>
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`sbom: ${writeSbom(process.cwd())} packages in ${SBOM}`)
