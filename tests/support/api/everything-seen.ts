import { rotated } from '@roadbook/testing/proof'
import { LiveClient } from './api-live-client.js'
import type { ApiUnderTest } from './api-server.js'
import { document, nameOf, type Operation, operations, pathOf, resourceOf, type TenantIds } from './api-walk.js'

/** Returns true for records of past actions and for files made earlier, because these do not show the present state. */
const isEvidence = ({ path }: Operation) => /\/(exports|jobs|requests)(\/|$)/.test(path)
const READS = operations.filter((one) => one.method === 'GET' && !one.isPublic && !isEvidence(one))

/** Returns the paths of an operation with the tenant's ids filled in, and one path for each word that a path accepts. */
function addressesOf(operation: Operation, own: TenantIds): string[] {
  const resource = resourceOf(operation.path)
  const word = described(operation)?.parameters?.find((one) => one.in === 'path' && one.schema?.enum)
  const paths = word?.schema?.enum?.map((one) => operation.path.replace(`{${word.name}}`, one)) ?? [operation.path]
  return paths.map((path) => pathOf(path, resource === undefined ? '' : own[resource]).replace('/trips/1', `/trips/${own.trip}`))
}

/** Constant time, so that two views can be compared. */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString()

const described = ({ path }: Operation) => document.paths[path]?.get

/** Returns the values of the required query parameters: the days around today, and the tenant's vehicle. */
function neededBy(operation: Operation, own: TenantIds): string {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const values: Record<string, string | number> = { from: dayIn(-3), till: dayIn(1), entity_id: own.entity }
  const needed = (described(operation)?.parameters ?? []).filter(
    (one) => one.in === 'query' && one.required && one.name in values,
  )
  return needed.length > 0 ? `?${needed.map(({ name }) => `${name}=${values[name]}`).join('&')}` : ''
}

/**
 * Returns the queries of an operation. A trip is read with its line. With `everyView`, each list is read in each order, and
 * filtered by each flag and each time. `npm test` uses a third of these views, and always the same third.
 */
function queriesOf(operation: Operation, everyView: boolean): string[] {
  if (operation.path.endsWith('/trips/{id}')) return ['?with=waypoints']
  const parameters = described(operation)?.parameters ?? []
  const formats = parameters.find(({ name }) => name === 'format')?.schema?.enum ?? []
  if (operation.path.endsWith('/export')) return formats.map((format) => `?format=${format}`)
  const orders = parameters.find(({ name }) => name === 'orderBy')?.schema?.enum ?? []
  if (!everyView || orders.length === 0) return ['']
  const fields = parameters.find(({ name }) => name === 'searchFields')?.description ?? ''
  const found = [...fields.matchAll(/(\w+) \(([^)]*)\)/g)].flatMap(([, field = '', operators = '']) => {
    if (/^(is|has)_/.test(field)) return [`search=${field}:true&searchFields=${field}:=`]
    if (operators.includes('>=')) return [`search=${encodeURIComponent(`${field}:${AN_HOUR_AGO}`)}&searchFields=${field}:>=`]
    if (/state|motion|connection/.test(field))
      return [`search=${field}:moving&searchFields=${field}:=`, `search=${field}:live&searchFields=${field}:=`]
    return []
  })
  const views = [...orders.map((order) => `?orderBy=${order}&sortedBy=asc`), ...found.map((query) => `?${query}`)]
  return ['', ...rotated('walks', views, Math.ceil(views.length / 3), READS.indexOf(operation))]
}

/**
 * Returns all answers of the API to a user, by the name of the call. The answers are in JSON and, if available, also in
 * CSV. `only` limits the names of the calls, and `accepts` limits the media types.
 */
export async function everythingAnswered(
  api: ApiUnderTest,
  email: string,
  own: TenantIds,
  { everyView = false, only, accepts }: { everyView?: boolean; only?: readonly string[]; accepts?: string } = {},
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const operation of READS) {
    for (const accept of Object.keys(described(operation)?.responses?.['200']?.content ?? { 'application/json': {} })) {
      if (accepts && accept !== accepts) continue
      for (const address of addressesOf(operation, own)) {
        const name = described(operation)?.parameters?.some((one) => one.in === 'path' && one.schema?.enum)
          ? `GET ${address}`
          : nameOf(operation)
        for (const query of queriesOf(operation, everyView && accept === 'application/json')) {
          const called = `${name}${everyView || query.startsWith('?format') ? query : ''} ${accept}`
          if (only && !only.includes(called)) continue
          const { status, text } = await api.call('GET', address + (query || neededBy(operation, own)), {
            email,
            headers: { accept },
          })
          if (status < 300) seen.set(called, text)
        }
      }
    }
  }
  return seen
}

/**
 * Returns everything that the live channel sends to a user about the fleet and the tenant's vehicle until `isTold` recognises the
 * effect of `change`.
 */
export async function everythingTold(
  api: ApiUnderTest,
  email: string,
  own: TenantIds,
  change: () => Promise<void>,
  isTold: (text: string) => boolean,
): Promise<string | undefined> {
  const live = await LiveClient.join(api, email)
  try {
    const isLetIn = await Promise.race([live.next('snapshot').then(() => true), live.ended().then(() => false)])
    if (!isLetIn) return undefined
    live.send({ type: 'subscribe', channel: 'entity', id: Number(own.entity) })
    const before = live.messages.length
    await change()
    await live.next('positions', (message) => isTold(JSON.stringify(message)), before)
    return live.texts.join('\n')
  } finally {
    live.close()
  }
}
