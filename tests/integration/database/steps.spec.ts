import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { migrations } from '@roadbook/migrations/list'

const LOCK = path.resolve(__dirname, '../../../migrations/steps.lock')

/** Returns a step's line in the lock: the name by which databases record it, and a short hash of its statements. */
const lineOf = (Step: (typeof migrations)[number]): string => {
  const { name, steps } = new Step()
  return `${name} ${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`
}

// Databases in the field have run these steps and never run them again, so a change of a step would be missing there.
it('the steps of the schema stay as they are: a new one is added at the end of migrations/steps.lock, with its hash', () => {
  const locked = readFileSync(LOCK, 'utf8').trimEnd().split('\n')
  expect(migrations.map(lineOf)).toEqual(locked)
})
