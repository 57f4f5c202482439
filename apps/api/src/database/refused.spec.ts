import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brokenRule } from './refused.js'

const MIGRATIONS = path.resolve('migrations/src')
const RAISED = /RAISE EXCEPTION '([^']+)'[^;]* USING ERRCODE = 'check_violation'/g

describe('a rule of the database', () => {
  const raised = globSync('**/*.ts', { cwd: MIGRATIONS }).flatMap((file) =>
    [...readFileSync(path.join(MIGRATIONS, file), 'utf8').matchAll(RAISED)].map(([, text = '']) => text),
  )

  it.each(raised)('that says “%s” has words in every language', (text) => {
    const { code } = brokenRule(text.replaceAll('%', 'brand'))
    expect(code).toMatch(/^rule\.(?!broken)/)
  })

  it('speaks of kinds in the language of who reads it', () => {
    expect(brokenRule('a company cannot stand below a department').in('de')).toBe('„Firma“ kann nicht unter „Abteilung“ stehen')
  })

  it('of a later version is told apart from nothing', () => {
    expect(brokenRule('what nobody knows').code).toBe('rule.broken')
  })
})
