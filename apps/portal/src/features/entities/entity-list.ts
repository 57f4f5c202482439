import { api, unwrap } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'
import type { ListSource } from '../../table/index.js'
import { CONDITION_OF, type EntityView } from './entity-view.js'

export type Entity = components['schemas']['Entity']

/** Ids that one address can carry. */
const IDS_A_REQUEST = 400

/** Of the user and of the view together. */
const within = (view: EntityView, searchFields: string | undefined) => {
  const both = [CONDITION_OF[view], searchFields].filter(Boolean).join(';')
  return both === '' ? {} : { searchFields: both, searchJoin: 'and' as const }
}

/** The entities of a view, with their tags. */
export const entityList = (timeZone: string, view: EntityView): ListSource<Entity> => ({
  key: ['entities', view],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  fetchPage: async (criteria, signal) => {
    const { searchFields, ...rest } = criteria
    const query = { ...rest, ...within(view, searchFields), orderBy: rest.orderBy as 'created_at', with: 'tags', tz: timeZone }
    return unwrap(api.GET('/api/v1/entities/index', { params: { query }, signal }))
  },
  fetchCsv: async (criteria, columns, ids) => {
    const { page: _page, limit: _limit, ...rest } = criteria
    const csvOf = (searchFields: string | undefined) => {
      const query = {
        ...rest,
        ...within(view, searchFields),
        orderBy: rest.orderBy as 'created_at',
        format: 'csv' as const,
        columns: columns.join(),
        tz: timeZone,
      }
      return unwrap(api.GET('/api/v1/entities/index', { params: { query }, parseAs: 'text' }))
    }
    if (!ids) return asCsv([await csvOf(rest.searchFields)])
    const parts: string[] = []
    for (let at = 0; at < ids.length; at += IDS_A_REQUEST) {
      const text = await csvOf(`id:in${ids.slice(at, at + IDS_A_REQUEST).join()}`)
      parts.push(at === 0 ? text : text.slice(text.indexOf('\n') + 1))
    }
    return asCsv(parts)
  },
  csvName: 'entities.csv',
  mailCsv: (criteria, columns) => {
    const { page: _page, limit: _limit, searchFields, ...rest } = criteria
    const query = {
      ...rest,
      ...within(view, searchFields),
      orderBy: rest.orderBy as 'created_at',
      columns: columns.join(),
      tz: timeZone,
    }
    return unwrap(api.POST('/api/v1/entities/csv', { params: { query } }))
  },
})

const BYTE_ORDER_MARK = '\uFEFF'

/** Reading a text takes its byte order mark off, and spreadsheets want it. */
const asCsv = (parts: string[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...parts.map((part) => part.replace(/^\uFEFF/, ''))], { type: 'text/csv;charset=utf-8' })
