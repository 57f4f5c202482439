import { LiveClient } from './api-live-client.js'
import type { ApiUnderTest } from './api-server.js'
import { document, nameOf, type Operation, operations, pathOf, resourceOf, type TenantIds } from './api-walk.js'

/** What was done, and files that were made earlier, tell nothing of now. */
const isEvidence = ({ path }: Operation) => /\/(exports|jobs|requests)(\/|$)/.test(path)
const READS = operations.filter((one) => one.method === 'GET' && !one.isPublic && !isEvidence(one))

/** The id that a path wants: of the tenant's vehicle, its tracker, its trip; one of everything else. */
function addressOf(operation: Operation, own: TenantIds): string {
  const resource = resourceOf(operation.path)
  const path = resource === undefined ? operation.path : pathOf(operation.path, own[resource])
  return path.replace('/trips/1', `/trips/${own.trip}`)
}

/** The same all the while, so that views can be compared. */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString()

const described = ({ path }: Operation) => document.paths[path]?.get

/** With the line of a trip; and `everyView`: each list in each order, and narrowed by each fact and each time. */
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
  return ['', ...orders.map((order) => `?orderBy=${order}&sortedBy=asc`), ...found.map((query) => `?${query}`)]
}

/** All that the API answers to somebody, as JSON and, where there is one, as CSV; by the name of the call. */
export async function everythingAnswered(
  api: ApiUnderTest,
  email: string,
  own: TenantIds,
  { everyView = false } = {},
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const operation of READS) {
    for (const accept of Object.keys(described(operation)?.responses?.['200']?.content ?? { 'application/json': {} })) {
      for (const query of queriesOf(operation, everyView && accept === 'application/json')) {
        const { status, text } = await api.call('GET', addressOf(operation, own) + query, { email, headers: { accept } })
        if (status < 300) seen.set(`${nameOf(operation)}${everyView || query.startsWith('?format') ? query : ''} ${accept}`, text)
      }
    }
  }
  return seen
}

/**
 * What the live channel says to somebody about everything and about the tenant's vehicle, until `change` was told: a mark that
 * `change` leaves on it.
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
