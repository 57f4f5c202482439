import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { plainnessOf } from './comments.mjs'
import { root } from './run-program.mjs'

const SOURCES = ['{apps,libs,migrations,tools,tests}/**/*.{ts,tsx,mjs,cjs}', '*.{mjs,cjs}']
const OTHERS = /(^|\/)(node_modules|dist)\/|\.d\.ts$/
/** File in which the hard words are samples. */
const SAMPLES = 'tools/test/plain-english.spec.ts'
/** File with a hard word in an SQL statement. The statement must not change, because databases have already run it. */
const IN_A_STATEMENT = 'migrations/src/0106-webhooks.ts'

const texts = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => OTHERS.test(`${name}/`) }))
  .filter((file) => !OTHERS.test(file) && file !== SAMPLES && file !== IN_A_STATEMENT)
  .map((file) => ({ file, ...plainnessOf(readFileSync(path.join(root, file), 'utf8')) }))
const found = (kind: 'beginnings' | 'words') => texts.flatMap((text) => text[kind].map((line) => `${text.file}: ${line}`))

describe('a comment is plain English', () => {
  it('begins with a verb or a noun, not with What, Of, Who, Whether, That or How', () => {
    expect(found('beginnings')).toEqual([])
  })

  it('has the exact word: sends, returns, reports, notifies or knows, where it would say tells or hears', () => {
    expect(found('words')).toEqual([])
  })

  it.each([
    ['/** What is kept of a packet. */', 1, 0],
    ['/**\n * Whether a packet is believed.\n * It is told to the consumer.\n */', 1, 1],
    ['// Of a business;\n// more are a mistake.', 1, 0],
    ['const most = 5 // who hears of it', 0, 1],
    ['/** Returns whether a packet is believed. */', 0, 0],
    ['/** Who asks? */', 0, 0],
    ["const url = 'https://tell.example/who'", 0, 0],
  ])('is found: %s', (text, beginnings, words) => {
    const { beginnings: begun, words: said } = plainnessOf(text)
    expect({ begun: begun.length, said: said.length }).toEqual({ begun: beginnings, said: words })
  })
})
