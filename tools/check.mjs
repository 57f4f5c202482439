// `npm run check`: checks format, types, lint and dependency rules, and runs the specs of units and screens. `npm run check
// -- --changed [COMMIT]` covers only files that are not committed (or that differ from COMMIT), the specs of units and
// screens that import such files, and the integration specs that are named after a changed feature.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const [flag, commit = 'HEAD', ...more] = process.argv.slice(2)
if ((flag !== undefined && flag !== '--changed') || more.length > 0) {
  console.error('Allowed: nothing, --changed, or --changed COMMIT')
  process.exit(1)
}

function run(program, ...args) {
  const began = performance.now()
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  console.log(
    `${status === 0 ? 'passed' : 'FAILED'} after ${((performance.now() - began) / 1_000).toFixed(1)} s: ${program} ${args[0] ?? ''}`,
  )
  if (status !== 0) process.exit(status ?? 1)
}
const npm = (script) => run('npm', 'run', '--silent', script)

if (flag) checkChanged(changedFiles(commit))
else for (const script of ['format:check', 'types', 'lint', 'deps', 'unit']) npm(script)

/** Returns the files that differ from a commit and those that git does not know yet, without deleted ones. */
function changedFiles(since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file)))
}

function checkChanged(files) {
  if (files.length === 0) return void console.log('Nothing has changed.')
  run('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files)
  npm('types')
  const code = files.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file))
  if (code.length > 0) {
    run('oxlint', '--deny-warnings', ...code)
    run('jest', '--selectProjects', 'unit', 'portal', '--passWithNoTests', '--findRelatedTests', ...code)
  }
  const specs = integrationSpecs(files)
  if (specs.length > 0) run('jest', '--selectProjects', 'integration', '--runTestsByPath', ...specs)
}

/**
 * Returns the changed integration specs and those that are named after a changed folder or file. For `features/trips/…`
 * these are `trips.spec.ts` and `trip-writes.spec.ts`.
 */
function integrationSpecs(files) {
  const stems = new Set(
    files.flatMap((file) => {
      if (file.startsWith('migrations/')) return ['rules', 'schema', 'steps']
      const [, feature] = /^apps\/\w+\/src\/(?:features\/)?([\w-]+)/.exec(file) ?? []
      return feature ? [feature.replace(/s$/, '')] : []
    }),
  )
  return globSync('tests/integration/**/*.spec.ts', { cwd: root }).filter(
    (file) => files.includes(file) || [...stems].some((stem) => path.basename(file).startsWith(stem)),
  )
}
