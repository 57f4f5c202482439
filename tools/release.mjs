// `npm run release -- 0.3.0`: moves the change log's "Unreleased" entries under the version, sets the version everywhere,
// commits and tags. Writes the software bill of materials of the version, which Git ignores, and prints what is left to do by
// hand.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SBOM, writeSbom } from './sbom.mjs'

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
/** The Helm chart, whose `appVersion` is the default tag of its images. */
const CHART = 'deploy/helm/roadbook/Chart.yaml'
const TARGETS = ['gateway', 'consumer', 'api', 'tools']

/** Error if a release cannot be made. Its message says what to do about it. */
class Refusal extends Error {}

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Returns whether a version comes after another, by https://semver.org. */
function isAfter(version, other) {
  const [numbers, others] = [version, other].map((text) => VERSION.exec(text).slice(1).map(Number))
  const at = numbers.findIndex((number, index) => number !== others[index])
  return at >= 0 && numbers[at] > others[at]
}

/**
 * Gives the entries under "Unreleased" their version and day.
 * @throws Refusal when there are none
 */
function cutChangeLog(text, version, day) {
  const [, entries] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? []
  if (!entries?.includes('\n- ')) throw new Refusal('CHANGELOG.md has no entries under "Unreleased". Write what changed first.')
  return text.replace(/^## Unreleased$/m, `## ${version} – ${day}`)
}

/** Sets the version in one of the project's JSON files, without changing its other content. */
function setVersion(file, version, change) {
  const content = readJson(file)
  change(content, version)
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function setVersions(root, version) {
  const { workspaces } = readJson(path.join(root, 'package.json'))
  const folders = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  ).map((file) => path.dirname(file))
  for (const folder of ['.', ...folders])
    setVersion(path.join(root, folder, 'package.json'), version, (own) => (own.version = version))
  setVersion(path.join(root, 'package-lock.json'), version, (lock) => {
    lock.version = version
    for (const folder of ['', ...folders]) lock.packages[folder].version = version
  })
  const chart = path.join(root, CHART)
  writeFileSync(chart, readFileSync(chart, 'utf8').replace(/^(version|appVersion): .*$/gm, `$1: ${version}`))
}

function release(root, version, day) {
  if (!VERSION.test(version ?? '')) throw new Refusal('Name the version: npm run release -- 0.3.0')
  const { version: present } = readJson(path.join(root, 'package.json'))
  if (!isAfter(version, present)) throw new Refusal(`${version} does not come after ${present}.`)
  if (git(root, 'status', '--porcelain') !== '')
    throw new Refusal('There are changes that are not committed. Commit or undo them first.')
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new Refusal(`The tag v${version} exists already.`)
  const changeLog = path.join(root, 'CHANGELOG.md')
  writeFileSync(changeLog, cutChangeLog(readFileSync(changeLog, 'utf8'), version, day))
  setVersions(root, version)
  git(root, 'commit', '--quiet', '--all', '--message', `release: ${version}`)
  git(root, 'tag', `v${version}`)
  writeSbom(root)
  const images = TARGETS.map(
    (target) => `  docker buildx build --platform linux/amd64,linux/arm64 --target ${target} -t roadbook-${target}:${version} .`,
  )
  const publish = `  publish ${SBOM} with the images`
  console.log([`Committed and tagged v${version}. Left to do:`, '  git push --follow-tags', ...images, publish].join('\n'))
}

try {
  release(process.cwd(), process.argv[2], new Date().toISOString().slice(0, 10))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
