import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import en from '../../i18n/locales/en/audit.json'
import insurances from '../../i18n/locales/en/insurances.json'
import jobs from '../../i18n/locales/en/jobs.json'
import payments from '../../i18n/locales/en/payments.json'
import reports from '../../i18n/locales/en/reports.json'
import subscriptions from '../../i18n/locales/en/subscriptions.json'
import trips from '../../i18n/locales/en/trips.json'
import { changesOf, type AuditChange } from './audit-entry.js'

// Only English is checked here. Another test checks that the languages have the same keys.
const apps = join(__dirname, '../../../..')
const sources = ['api/src', 'identity/src'].flatMap((folder) =>
  readdirSync(join(apps, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readFileSync(join(apps, folder, path), 'utf8')),
)
const writers = sources.filter((source) => /audit|recordEvent/i.test(source))

/**
 * Finds the actions in server code: `action: 'business.update'`, or in a list. An action of a new subject is found, too, although
 * no words name the subject yet.
 */
const WRITTEN = /(?:audit|action|record|make|change|remove|mark)[^\n]*'([a-z][a-z-]*\.[a-z.-]+)'/g

/** Removes nested values, so that only the outer keys of an object remain. */
const flat = (body: string): string => body.replace(/\{[^{}]*\}|\([^()]*\)|\[[^\]]*\]/g, '')
/** Fields of `before: { … }`, `after: { … }` and of the functions that return the audited fields of a row. */
const OBJECTS = [
  /\b(?:before|after): \{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
  /\b(?:audited\w*|toAudit) = \([^=]*?=>\s*\(\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\)/g,
]
const fieldsIn = (source: string): string[] =>
  OBJECTS.flatMap((objects) => [...source.matchAll(objects)].map(([, body = '']) => body))
    // Skips a whole entry, whose own `after` is matched separately.
    .filter((body) => !/\bafter: \{/.test(body))
    .flatMap((body) => flat(body).split(/[,\n]/))
    .flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? [])

/** Returns the values of a constant of the API. */
const wordsOf = (constant: string): string[] => {
  const [, body = ''] =
    sources.map((source) => new RegExp(`const ${constant} = \\[([^\\]]*)\\]`).exec(source)).find(Boolean) ?? []
  return [...body.matchAll(/'([\w.-]+)'/g)].map(([, word = '']) => word)
}

describe('the audit log', () => {
  it('T-16 has words for every action that is written into it', () => {
    const written = new Set(writers.flatMap((source) => [...source.matchAll(WRITTEN)].map(([, action = '']) => action)))
    expect(written.size).toBeGreaterThan(120)
    expect([...written].filter((action) => !(action.replaceAll('.', '_') in en.actions))).toEqual([])
  })

  it('T-16 has words for every field that is written into it, or keeps it back', () => {
    const fields = new Set(writers.flatMap(fieldsIn))
    expect(fields.size).toBeGreaterThan(90)
    const isTold = (field: string) => changesOf({ changes: [{ field, old: null, new: 'x' } as AuditChange as never] }).length > 0
    expect([...fields].filter((field) => !(field in en.fields) && isTold(field)).sort()).toEqual([])
  })

  it.each([
    ['REPORT_MODES', reports.modes],
    ['EVERY', reports.every],
    ['COVERAGES', insurances.coverages],
    ['TRIP_PURPOSES', trips.purposes],
    ['SUBSCRIPTION_PERIODS', subscriptions.periods],
    ['PAYMENT_METHODS', payments.methods],
    ['CASE_REASONS', en.values.reason],
    ['RESOLVE_REASONS', en.values.reason],
    ['CLOSE_REASONS', en.values.reason],
    ['RETURN_REASONS', en.values.reason],
    ['CASE_STATES', en.values.state],
    ['ALERT_STATES', en.values.state],
    ['CLAIM_STATES', en.values.state],
    ['DEVICE_STATES', en.values.state],
    ['UPDATE_STATES', en.values.state],
    ['REQUEST_STATES', en.values.state],
    ['NOTIFICATION_STATES', en.values.state],
    ['ORDER_STATES', en.values.state],
    ['HISTORY_IMPORT_STATES', en.values.state],
    ['SIM_STATES', en.values.status],
    ['REPORT_KINDS', en.values.kind],
    ['PUSH_KINDS', en.values.kind],
    ['AUDIENCE_KINDS', en.values.recipients],
    ['DISCLOSURE_KINDS', en.values.about],
  ])('T-16 has words for each of %s', (constant, words) => {
    expect(wordsOf(constant).length).toBeGreaterThan(1)
    expect(wordsOf(constant).filter((word) => !(word in words))).toEqual([])
  })
})

it('there are words for every job of the background', () => {
  const kinds = new Set(
    sources.flatMap((source) => [...source.matchAll(/kind: '([a-z-]+)',\n +payload:/g)].map(([, kind = '']) => kind)),
  )
  expect(kinds.size).toBeGreaterThan(15)
  expect([...kinds].filter((kind) => !(kind in jobs.kinds))).toEqual([])
})
