// Fetches files that tests need from Maven Central into .cache, once for each version of the pom.xml. Plain Node ≥ 20 without
// dependencies, because the bootstrap runs it before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const caches = path.resolve(import.meta.dirname ?? path.dirname(fileURLToPath(import.meta.url)), '../.cache')
const isThere = (command) => spawnSync(command, ['-version'], { stdio: 'ignore' }).status === 0

/**
 * Fetches a folder with Maven.
 * @param {object} wanted
 * @param {string} wanted.name name of the fetched software; its place is `.cache/<name>`
 * @param {string} wanted.folder in that place
 * @param {string} wanted.pom path of the pom.xml
 * @param {(folder: string) => string[]} wanted.goals Maven goals that fill a folder
 * @param {(folder: string) => string | undefined} [wanted.prepare] runs once on the fetched files; returns an error message if it
 *   fails
 * @returns {{ folder: string } | { reason: string }} the folder, or the reason why it is not available
 */
export function fetchWithMaven({ name, folder, pom, goals, prepare }) {
  const cache = path.join(caches, name)
  const marker = path.join(cache, 'resolved')
  const target = path.join(cache, folder)
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex')
  if (!isThere('java')) return { reason: 'java is not installed (17 or newer)' }
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return { folder: target }
  if (!isThere('mvn')) return { reason: 'mvn is not installed' }
  mkdirSync(cache, { recursive: true })
  // Fetches into a temporary folder first, so that an interrupted run does not look like a finished one.
  const fresh = path.join(cache, `${folder}-${process.pid}`)
  const fail = (reason) => {
    rmSync(fresh, { recursive: true, force: true })
    return { reason }
  }
  const maven = spawnSync('mvn', ['-q', '-B', '-f', pom, ...goals(fresh)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 15 * 60_000,
  })
  if (maven.status !== 0) return fail(`Maven could not fetch ${name}:\n${maven.stdout}${maven.stderr}`)
  const trouble = prepare?.(fresh)
  if (trouble !== undefined) return fail(trouble)
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
  writeFileSync(marker, version)
  return { folder: target }
}
