import fc from '@roadbook/testing/property'
import { bodyOf, document, type Operation, pathOf, PROPERTIES, resourceOf, type Schema, type TenantIds } from './api-walk.js'
import { strangeText, strangeValue } from './strange-values.js'

/** A generated request in the form in which it is sent. */
export interface GeneratedRequest {
  path: string
  headers: Record<string, string>
  body?: string
}

/**
 * Generates requests of an operation with the mistakes that clients make. Some requests are valid. Others have an unusual
 * value in the path, query, headers or body. Ids are those of `own`, because unknown ids would only lead to the status 404.
 */
export function requestsOf(operation: Operation, own: TenantIds): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: pathsOf(operation, own),
      query: queriesOf(operation, own),
      headers: headersOf(operation),
      body: bodiesOf(operation, own),
    })
    .map(({ path, query, headers, body }) => ({
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...body?.headers },
      ...(body && { body: body.text }),
    }))
}

function pathsOf(operation: Operation, own: TenantIds): fc.Arbitrary<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return fc.constant(operation.path)
  const good = pathOf(operation.path, own[resourceOf(operation.path) ?? 'business'])
  const strange = fc.tuple(...names.map(() => strangeText)).map((words) => {
    const rest = [...words]
    return operation.path.replaceAll(/\{\w+\}/g, () => encoded(rest.shift() ?? '') || '-')
  })
  return fc.oneof({ weight: 9, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: strange })
}

/** Encodes as browsers do. A lone surrogate is sent as the bytes that it would have in UTF-8. */
const encoded = (word: string) => (/\p{Surrogate}/u.test(word) ? '%ED%A0%80' : encodeURIComponent(word))

function queriesOf(operation: Operation, own: TenantIds): fc.Arbitrary<string> {
  const parameters = describedOf(operation)?.parameters?.filter(({ in: place }) => place === 'query') ?? []
  const fields = [...(parameters.find(({ name }) => name === 'searchFields')?.description ?? '').matchAll(/(\w+) \(/g)].map(
    ([, field = '']) => field,
  )
  const one = ({ name, schema, required }: (typeof parameters)[number]) =>
    fc
      .oneof(
        { weight: required ? 1 : 8, arbitrary: fc.constant(undefined) },
        { weight: 4, arbitrary: goodWord(name, schema, own, fields) },
        { weight: 2, arbitrary: strangeText },
      )
      .map((word) => (word === undefined ? [] : [`${name}=${encoded(word)}`]))
  return fc.tuple(...parameters.map(one)).map((words) => words.flat().join('&'))
}

function goodWord(name: string, schema: Schema | undefined, own: TenantIds, fields: string[]): fc.Arbitrary<string> {
  if (schema?.enum) return fc.constantFrom(...schema.enum.map(String))
  if ((name === 'search' || name === 'searchFields') && fields.length > 0) {
    const field = fc.constantFrom(...fields)
    const word =
      name === 'search' ? strangeText : fc.constantFrom('=', 'like', 'in', '>=', '<=', '=1', 'in1,2', 'like%', '>=2025-06-01')
    return fc
      .array(
        fc.tuple(field, word).map((pair) => pair.join(':')),
        { minLength: 1, maxLength: 3 },
      )
      .map((pairs) => pairs.join(';'))
  }
  const resource = PROPERTIES[name]
  if (resource) return fc.constant(String(own[resource]))
  if (schema?.type === 'integer' || schema?.type === 'number') return fc.constantFrom('1', '2', '100')
  if (schema?.type === 'boolean') return fc.constantFrom('true', 'false')
  return fc.constantFrom(
    '2025-06-01',
    '2025-06-02T10:00:00Z',
    'UTC',
    'de',
    'a',
    '1',
    '8,49,9,50',
    String(own.imei),
    String(own.entity),
  )
}

const LANGUAGES = ['de', 'fr-CH, fr;q=0.9', '*', 'xx', 'en;q=9', '']

function headersOf(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const described = describedOf(operation)?.parameters?.filter(({ in: place }) => place === 'header') ?? []
  const word = fc.constantFrom('"1"', 'W/"1"', '*', '', '""', 'a', '"x', 'x'.repeat(300), '00000000-0000-4000-8000-000000000000')
  const own = described.map(({ name }) => fc.option(word, { nil: undefined, freq: 4 }).map((value) => [name, value] as const))
  const accept = fc.option(fc.constantFrom('text/csv', '*/*', 'application/json', 'image/png', 'a', 'text/csv;q=0, */*'), {
    nil: undefined,
    freq: 5,
  })
  const language = fc.option(fc.constantFrom(...LANGUAGES), { nil: undefined, freq: 5 })
  return fc
    .tuple(
      accept.map((value) => ['accept', value] as const),
      language.map((value) => ['accept-language', value] as const),
      ...own,
    )
    .map((pairs) => Object.fromEntries(pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))))
}

interface Body {
  text: string
  headers: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const NO_JSON: Body[] = [
  ...['', '{', '\u0000', 'null', '1', '"a"', '[]', '{"a":1}}', '{"a":NaN}', '\ufeff{}'].map((text) => ({
    text,
    headers: JSON_TYPE,
  })),
  ...['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16', 'x'].map((type) => ({
    text: '{}',
    headers: { 'content-type': type },
  })),
  { text: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { text: '{}', headers: {} },
]

function bodiesOf(operation: Operation, own: TenantIds): fc.Arbitrary<Body | undefined> {
  const asText = (value: unknown): Body => ({ text: JSON.stringify(value), headers: JSON_TYPE })
  if (!operation.takesBody) return fc.option(fc.constantFrom(...NO_JSON), { nil: undefined, freq: 10 })
  const good = bodyOf(operation, own)
  const schema = Object.values(describedOf(operation)?.requestBody?.content ?? {})[0]?.schema
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(asText(good)) },
    { weight: 9, arbitrary: spoilt(good, propertiesOf(schema)).map(asText) },
    { weight: 1, arbitrary: strangeValue.map(asText) },
    { weight: 1, arbitrary: fc.constantFrom<Body | undefined>(undefined, ...NO_JSON) },
  )
}

/** Returns the body with one to three changes. A change sets another value, removes a value, or adds an unknown property. */
function spoilt(good: unknown, properties: string[]): fc.Arbitrary<unknown> {
  const places = [...placesOf(good), ...properties.map((name) => [name])]
  if (places.length === 0) return strangeValue
  const change = fc.tuple(fc.constantFrom(...places), fc.option(strangeValue, { nil: undefined, freq: 6 }))
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const body = structuredClone(good)
    // The value is copied each time, because a later change may be inside the inserted value.
    for (const [place, value] of changes) put(body, place, structuredClone(value))
    return body
  })
}

/** Returns the paths of all places in a value, such as `['rests', 0, 'rest_minutes']`. */
function placesOf(value: unknown, above: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return above.length === 0 ? [] : [above]
  const inner = Object.entries(value).flatMap(([key, one]) => placesOf(one, [...above, Array.isArray(value) ? Number(key) : key]))
  return above.length === 0 ? inner : [above, ...inner]
}

function put(value: unknown, [key, ...rest]: (string | number)[], to: unknown): void {
  if (typeof value !== 'object' || value === null || key === undefined) return
  const holder = value as Record<string | number, unknown>
  if (rest.length > 0) put(holder[key], rest, to)
  else if (to === undefined) Reflect.deleteProperty(holder, key)
  else Object.defineProperty(holder, key, { value: to, enumerable: true, configurable: true, writable: true })
}

function propertiesOf(schema: Schema | undefined): string[] {
  if (!schema) return []
  if (schema.$ref) return propertiesOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
  return [...(schema.allOf ?? []).flatMap(propertiesOf), ...Object.keys(schema.properties ?? {})]
}

const describedOf = ({ method, path }: Operation) => document.paths[path]?.[method.toLowerCase()]
