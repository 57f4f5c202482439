import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface Described {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
}
interface Property {
  type?: string | string[]
  description?: string
  anyOf?: Property[]
  oneOf?: Property[]
}
const document: {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Described>>
  components: {
    securitySchemes: Record<string, { description?: string }>
    schemas: Record<string, { properties?: Record<string, Property> }>
  }
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
/** Part of the document that may have examples: a schema with values, or a parameter or body with named ones. */
interface Exemplified {
  example?: unknown
  examples?: unknown[] | Record<string, { value: unknown }>
  schema?: object
}
/** Every example in the document with the place of the schema that describes it. */
const examplesIn = (node: object, place: string): { place: string; schema: string; example: unknown }[] => {
  const { example, examples = [], schema } = node as Exemplified
  const given = Array.isArray(examples) ? examples : Object.values(examples).map(({ value }) => value)
  const all = example === undefined ? given : [example, ...given]
  return [
    ...all.map((value) => ({ place, schema: schema ? `${place}/schema` : place, example: value })),
    ...Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value && !['example', 'examples'].includes(key)
        ? examplesIn(value, `${place}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
        : [],
    ),
  ]
}

const typesOf = ({ type, anyOf = [], oneOf = [] }: Property): string[] =>
  [type ?? [], ...[...anyOf, ...oneOf].map(typesOf)].flat()
const properties = Object.entries(document.components.schemas).flatMap(([schema, { properties: all = {} }]) =>
  Object.entries(all).map(([name, property]) => ({ name, property, place: `${schema}.${name}` })),
)
/** Names that say what the number is: an id, or a quantity with its unit. */
const SAYS_UNIT = /(^|_)(id|m|km|s|ms|min|minutes|days|kph|mv|percent|bytes|minor)$/
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

  it('has examples that its own schemas accept', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'openapi', ...document })
    const examples = examplesIn(document, '')
    expect(examples.length).toBeGreaterThan(50)
    const refused = examples.flatMap(({ place, schema, example }) => {
      const validate = ajv.getSchema(`openapi#${schema}`)
      return validate?.(example) ? [] : [`${place}: ${JSON.stringify(example)} ${ajv.errorsText(validate?.errors)}`]
    })
    expect(refused).toEqual([])
  })

  it('says what a number counts or measures, by the name of its property or a description', () => {
    const numbers = properties.filter(({ property }) => typesOf(property).some((type) => /^(integer|number)$/.test(type)))
    expect(numbers.length).toBeGreaterThan(500)
    const unclear = numbers.filter(({ name, property }) => !property.description && !SAYS_UNIT.test(name))
    expect(unclear.map(({ place }) => place)).toEqual([])
  })

  it('says of every property that may be null what null means', () => {
    const nullable = properties.filter(({ property }) => typesOf(property).includes('null'))
    expect(nullable.length).toBeGreaterThan(900)
    const unclear = nullable.filter(({ property: { description = '' } }) => !/\bnull\b|\bDefault:/i.test(description))
    expect(unclear.map(({ place }) => place)).toEqual([])
  })
})
