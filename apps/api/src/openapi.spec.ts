import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Described {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
}
const document: {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Described>>
  components: { securitySchemes: Record<string, { description?: string }> }
} = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../openapi.json'), 'utf8'))

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const SENTENCE = /^[A-Z`].*[.…]$/s
const DIALECT = /\b(tells?|told|whoever|speaks?|spoke|heard|any more|any longer)\b/i
/** Beginnings after which a description names its field only indirectly. */
const RELATIVE = /^(What|Of|Who|Whom|Whose|Whether|That|How|As|Until|With|While)\b/
/** Every summary and description, of fields as well. */
const words = (of: object): string[] =>
  Object.entries(of).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' && /^(summary|description)$/.test(key)
      ? [value]
      : typeof value === 'object' && value
        ? words(value)
        : [],
  )
/** Operations whose words break a rule. */
const breaking = (rule: (operation: Described) => boolean) =>
  operations.flatMap((operation) => (rule(operation) ? [`${operation.operationId}: ${operation.summary}`] : []))

describe('R-241 the OpenAPI document', () => {
  it('names each operation in two to eight words, as an order, without a full stop', () => {
    expect(operations.length).toBeGreaterThan(400)
    expect(breaking(({ summary = '' }) => !/^[A-Z][a-z]+( [\w'-]+){1,7}$/.test(summary))).toEqual([])
    expect(breaking(({ summary = '' }) => /^(The|A|An|What|Who|Whether|Of|How|\w+s) /.test(summary))).toEqual([])
  })

  it('gives no two operations the same name', () => {
    const names = operations.map(({ summary }) => summary)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('describes each operation, each tag and how to sign in, by sentences', () => {
    expect(breaking(({ description = '' }) => !SENTENCE.test(description))).toEqual([])
    expect(document.tags.filter(({ description = '' }) => !SENTENCE.test(description))).toEqual([])
    const used = new Set(operations.flatMap(({ tags = [] }) => tags))
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
    for (const { description } of Object.values(document.components.securitySchemes)) expect(description).toMatch(SENTENCE)
    expect(document.info).toEqual({ title: 'Roadbook API', version: '1', description: expect.stringMatching(SENTENCE) })
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
  })

  it('is in plain English', () => {
    expect(words(document).filter((text) => DIALECT.test(text))).toEqual([])
  })

  it('begins no summary and no description, of a field either, with a relative word', () => {
    expect(words(document).filter((text) => RELATIVE.test(text))).toEqual([])
  })
})
