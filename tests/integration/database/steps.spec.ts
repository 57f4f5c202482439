import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { migrations } from '@roadbook/migrations/list'

const LOCK = path.resolve(__dirname, '../../../migrations/steps.lock')

/** A step as it is locked: the name that databases remember it by, and a short hash of its statements. */
const lineOf = (Step: (typeof migrations)[number]): string => {
  const { name, steps } = new Step()
  return `${name} ${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`
}

// Databases in the field have taken these steps and never take them again: whatever is changed in one, theirs lacks.
it('the steps of the schema stay as they are: a new one is added at the end of migrations/steps.lock, with its hash', () => {
  const locked = readFileSync(LOCK, 'utf8').trimEnd().split('\n')
  expect(migrations.map(lineOf)).toEqual(locked)
})
