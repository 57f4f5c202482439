import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import en from '../../i18n/locales/en/audit.json'

/** Actions as the servers write them: `action: 'business.update'`, or in a list of such words. */
const WRITTEN =
  /'((?:access|account|audit|business|charts|claim|consent|consumer|delivery|device|entity|job|logbook|report|role|shop|tag|tag-group|token|trip|user)\.[a-z.-]+)'/g
const apps = join(__dirname, '../../../..')

const sourcesOf = (folder: string) =>
  readdirSync(join(apps, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readFileSync(join(apps, folder, path), 'utf8'))

it('T-16 there are words for every action that is written into the audit log', () => {
  const sources = [...sourcesOf('api/src'), ...sourcesOf('identity/src')].filter((source) => /audit|recordEvent/i.test(source))
  const written = new Set(sources.flatMap((source) => [...source.matchAll(WRITTEN)].map(([, action]) => action ?? '')))
  expect(written.size).toBeGreaterThan(30)
  expect([...written].filter((action) => !(action.replaceAll('.', '_') in en.actions))).toEqual([])
})
