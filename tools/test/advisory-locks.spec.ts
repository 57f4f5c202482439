import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ADVISORY_LOCKS } from '@roadbook/platform'

const ROOT = path.resolve(import.meta.dirname, '../..')
const sources = globSync(['{apps,libs,tools}/**/src/**/*.ts', 'tools/src/**/*.ts', 'migrations/{src,rules}/**/*.{ts,sql}'], {
  cwd: ROOT,
  exclude: (name) => /node_modules|dist/.test(name),
})

/** Returns the numbers that a source passes to PostgreSQL as the only key of an advisory lock. */
const numbersIn = (text: string) =>
  [...text.matchAll(/advisory\w*\((\d[\d_]*)\)/g)].map(([, key = '']) => key.replaceAll('_', ''))

describe('Advisory locks', () => {
  it('have different keys for different purposes', () => {
    const keys = Object.values(ADVISORY_LOCKS)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('have their keys in one list, also those of the database', () => {
    const written = sources.flatMap((file) => numbersIn(readFileSync(path.join(ROOT, file), 'utf8')))
    expect(written.length).toBeGreaterThan(5)
    const listed = new Set(Object.values(ADVISORY_LOCKS).map(String))
    expect(written.filter((key) => !listed.has(key))).toEqual([])
    const texts = sources.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
    const own = texts.filter(({ text }) => /advisory_/.test(text) && /\bconst \w*LOCK\w* = \d/.test(text))
    expect(own.map(({ file }) => file)).toEqual([])
  })
})
