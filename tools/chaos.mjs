// `npm run chaos`: the long forms of the fault suite, all of them or by name (`npm run chaos -- kills`). Each prints one JSON
// line with its counts and its seed. CHAOS_SEED, CHAOS_KILLS, CHAOS_RECORDS and ORDEAL_MUTANTS change what is asked for.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const { CHAOS_SEED, CHAOS_KILLS = '200', CHAOS_RECORDS = '1000000', ORDEAL_MUTANTS = '5000000' } = process.env
const seed = CHAOS_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
const faults = { CHAOS_SEED: seed, CHAOS_LONG: 'true' }

const campaigns = {
  kills: {
    about: `${CHAOS_KILLS} SIGKILLs over gateway and consumer with ${CHAOS_RECORDS} acknowledged records, on the Postgres log`,
    project: 'chaos',
    files: 'tests/chaos/killed-processes',
    env: { ...faults, CHAOS_KILLS, CHAOS_RECORDS, CHAOS_LOG: 'postgres' },
  },
  'kills-kafka': {
    about: 'the same on the Kafka log, its broker killed and restarted too',
    project: 'chaos',
    files: 'tests/chaos/killed-processes',
    env: { ...faults, CHAOS_KILLS, CHAOS_RECORDS, CHAOS_LOG: 'kafka' },
  },
  faults: {
    about: 'the other fault and bad-input rows with longer outages and more cycles',
    project: 'chaos',
    files: 'tests/chaos/(?!killed-processes)',
    env: faults,
  },
  mutants: {
    about: `${ORDEAL_MUTANTS} mutants a protocol`,
    project: 'unit',
    files: 'libs/protocols/src/protocols.contract.spec',
    env: { ORDEAL_MUTANTS, ORDEAL_SEED: seed },
  },
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = wanted.filter((name) => !(name in campaigns))
if (unknown.length > 0) {
  console.error(`no campaign ${unknown.join(', ')}; there are: ${Object.keys(campaigns).join(', ')}`)
  process.exit(1)
}
const failed = []
for (const [name, { about, project, files, env }] of Object.entries(campaigns)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n=== ${name}: ${about} (seed ${seed})`)
  const began = Date.now()
  const args = ['--selectProjects', project, '--runInBand', '--forceExit', '--testPathPatterns', files]
  const { status } = spawnSync('jest', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) failed.push(name)
  console.log(JSON.stringify({ campaign: name, passed: status === 0, seconds: Math.round((Date.now() - began) / 1_000), ...env }))
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
