import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import {
  bodyOf,
  document,
  nameOf,
  type Operation,
  operations,
  pathOf,
  resourceOf,
  type TenantIds,
} from '../../support/api/api-walk.js'
import { rotated } from '@roadbook/testing/proof'
import { populate } from '../../support/api/walk-tenants.js'

interface Schema {
  $ref?: string
  allOf?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
}

/** Property names that are dangerous if code merges a body into an object without care. */
const DANGEROUS = ['role', 'permissions', 'isAdmin', 'is_admin', 'admin', 'password', 'password_hash', 'scope', 'caller']
const closed = operations.filter(({ isPublic }) => !isPublic)
const writes = closed.filter(({ takesBody }) => takesBody)
const named = (list: Operation[]) => list.map((operation) => [nameOf(operation), operation] as const)

let api: ApiUnderTest
let ours: TenantIds
let columns: string[]
const ROOT = 'root@roadbook.example'

beforeAll(async () => {
  api = await ApiUnderTest.start({ SHOP_URL: 'https://shop.example' })
  const tenants = new Tenants(api.database.pool)
  ours = await populate(tenants, 'Ours', '356307041111111')
  await tenants.user('manager@ours.example', 'manager', Number(ours.business))
  await tenants.user(ROOT, 'super-admin', null)
  const { rows } = await api.database.pool.query<{ name: string }>(
    `SELECT DISTINCT attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace IN ('public'::regnamespace, 'identity'::regnamespace) AND c.relkind IN ('r', 'p') AND a.attnum > 0
       AND NOT a.attisdropped ORDER BY 1`,
  )
  columns = rows.map(({ name }) => name)
})
afterAll(() => api.stop())

const resolve = (schema: Schema | undefined): Schema => {
  if (!schema?.$ref) return schema ?? {}
  return resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
}
const propertiesOf = (schema: Schema | undefined): Record<string, Schema> => {
  const { properties, allOf, oneOf, anyOf } = resolve(schema)
  return Object.assign({}, properties, ...[...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])].map(propertiesOf)) as Record<
    string,
    Schema
  >
}
const describedOf = ({ path, method }: Operation) => document.paths[path]?.[method.toLowerCase()]
const bodySchema = (operation: Operation) => Object.values(describedOf(operation)?.requestBody?.content ?? {})[0]?.schema

describe('a body with more than its form has (S14)', () => {
  const places = writes.map((operation, place) => [nameOf(operation), operation, place] as const)
  it.each(places)('S14 %s takes no column of any table that it does not name', async (_name, operation, place) => {
    const known = Object.keys(propertiesOf(bodySchema(operation)))
    expect(columns.length).toBeGreaterThan(100)
    const some = rotated('walks', columns, Math.ceil(columns.length / 6), place)
    const extra = [...new Set([...DANGEROUS, ...some])].filter((name) => !known.includes(name))
    const good = bodyOf(operation, ours) as Record<string, unknown>
    const more = Object.fromEntries(extra.map((name) => [name, 1]))
    for (const email of rotated('walks', ['manager@ours.example', ROOT], 1, place)) {
      const address = pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business'])
      const { status, body } = await api.call(operation.method, address, { email, body: { ...good, ...more } })
      // The name of a field within a list is preceded by its path.
      const told = Object.keys(body.errors ?? {}).map((name) => name.split('.').at(-1) ?? '')
      expect({ status, silent: extra.filter((name) => !told.includes(name)) }).toEqual({ status: 422, silent: [] })
    }
  })

  const nested = writes.flatMap((operation) =>
    Object.entries(propertiesOf(bodySchema(operation))).flatMap(([name, schema]) => {
      const one = resolve(schema)
      const inner = one.type === 'array' ? resolve(one.items) : one
      return Object.keys(inner.properties ?? {}).length > 0
        ? [[nameOf(operation), name, operation, one.type === 'array'] as const]
        : []
    }),
  )
  it.each(nested)('S14 %s takes nothing more inside %s either', async (_name, name, operation, isList) => {
    const good = bodyOf(operation, ours) as Record<string, unknown>
    const widen = (value: unknown) => ({ ...(value as object), business_id: 1, permissions: ['x'], created_at: 'now' })
    const value = good[name]
    const body = { ...good, [name]: isList ? (Array.isArray(value) ? value : [{}]).map(widen) : widen(value ?? {}) }
    const address = pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business'])
    expect((await api.call(operation.method, address, { email: 'manager@ours.example', body })).status).toBe(422)
  })

  it.each(places)('S14 %s takes every value once, and of its own type', async (_name, operation, place) => {
    const good = bodyOf(operation, ours) as Record<string, unknown>
    const address = pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business'])
    for (const [name, value] of Object.entries(good)) {
      if (typeof value !== 'string') continue
      const wrongs: unknown[] = [[value], { $eq: value }, { toString: value }, 1e6, true]
      for (const wrong of rotated('walks', wrongs, 1, place)) {
        const { status } = await api.call(operation.method, address, {
          email: 'manager@ours.example',
          body: { ...good, [name]: wrong },
        })
        expect([name, wrong, status]).toEqual([name, wrong, 422])
      }
    }
  })
})

describe('an answer with more than its schema says (S14)', () => {
  /** Returns the paths of all values in an answer that its schema does not declare. */
  const undeclared = (value: unknown, schema: Schema | undefined, at: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((one) => undeclared(one, resolve(schema).items, `${at}[]`))
    if (typeof value !== 'object' || value === null) return []
    const shape = resolve(schema)
    if (shape.additionalProperties || (shape.type === 'object' && !shape.properties && !shape.allOf)) return []
    const properties = propertiesOf(schema)
    if (Object.keys(properties).length === 0) return []
    return Object.entries(value).flatMap(([name, inner]) =>
      name in properties ? undeclared(inner, properties[name], `${at}.${name}`) : [`${at}.${name}`],
    )
  }

  it.each(named(closed.filter(({ method }) => method === 'GET')))(
    'S14 %s shows no field beyond its schema',
    async (_name, operation) => {
      const responses = describedOf(operation)?.responses as Record<string, { content?: Record<string, { schema: Schema }> }>
      const schema = responses['200']?.content?.['application/json']?.schema
      const address = pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business'])
      const { status, body } = await api.call('GET', address, { email: ROOT })
      if (status !== 200 || body === undefined) return
      expect(undeclared(body, schema, '')).toEqual([])
      expect(JSON.stringify(body)).not.toMatch(
        /"(secret_hash|password_hash|sealed|search_text|search_key|moved_in|code_hash|link_hash)"/,
      )
    },
  )
})
