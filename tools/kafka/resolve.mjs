// Fetches the jars of a Kafka broker into .cache/kafka/libs with Maven, once for each version of pom.xml.
// Plain Node ≥ 20 without dependencies, because the bootstrap runs it before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const pom = path.join(here, 'pom.xml')
const cache = path.resolve(here, '../../.cache/kafka')
const libs = path.join(cache, 'libs')
const marker = path.join(cache, 'resolved')

const isThere = (command) => spawnSync(command, ['-version'], { stdio: 'ignore' }).status === 0
const wanted = () => createHash('sha256').update(readFileSync(pom)).digest('hex')

/** The folder with the jars when they are there and Java can run them. */
export function resolvedKafka() {
  const isResolved = existsSync(marker) && readFileSync(marker, 'utf8') === wanted()
  return isResolved && isThere('java') ? libs : undefined
}

/**
 * Fetches what is missing.
 * @returns {{ libs: string } | { reason: string }} where the jars are, or why they cannot be had
 */
export function resolveKafka() {
  const resolved = resolvedKafka()
  if (resolved) return { libs: resolved }
  if (!isThere('java')) return { reason: 'java is not installed (17 or newer)' }
  if (!isThere('mvn')) return { reason: 'mvn is not installed' }
  mkdirSync(cache, { recursive: true })
  // Into a folder of its own first: an interrupted run must not look like a finished one.
  const fresh = path.join(cache, `libs-${process.pid}`)
  const maven = spawnSync(
    'mvn',
    ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${fresh}`],
    { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', timeout: 15 * 60_000 },
  )
  if (maven.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    return { reason: `Maven could not fetch the jars:\n${maven.stdout}${maven.stderr}` }
  }
  rmSync(libs, { recursive: true, force: true })
  renameSync(fresh, libs)
  writeFileSync(marker, wanted())
  return { libs }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = resolveKafka()
  if ('reason' in result) {
    console.error(`no Kafka broker: ${result.reason}`)
    process.exit(1)
  }
  console.log(result.libs)
}
