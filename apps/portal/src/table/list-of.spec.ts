import { stubApi } from '../testing/api-stub.js'
import { listOf } from './list-of.js'

const criteria = { page: 2, limit: 15, orderBy: 'name', sortedBy: 'asc', search: 'cargo', searchFields: 'brand:likeGaz' } as const
const wish = { criteria, columns: ['name', 'imei'], timeZone: 'Europe/Amsterdam' }
const list = listOf('/api/v1/entities/index', {
  key: ['entities'],
  nameOf: ({ name }) => name,
  conditions: ['is_live:=true'],
  pageQuery: { with: 'tags' },
  csv: { fileName: 'entities.csv' },
})
const queryOf = (request: Request | undefined) => Object.fromEntries(new URL(request?.url ?? '').searchParams)
const common = { orderBy: 'name', sortedBy: 'asc', search: 'cargo', searchJoin: 'and' }
const inFile = { columns: 'name,imei', tz: 'Europe/Amsterdam' }

describe('a list of the API', () => {
  it('asks for a page with its own conditions before the user’s', async () => {
    const api = stubApi({ 'GET /api/v1/entities/index': { data: [], meta: {} } })
    await list.fetchPage(criteria)
    const asked = { page: '2', limit: '15', searchFields: 'is_live:=true;brand:likeGaz', with: 'tags' }
    expect(queryOf(api.requestsTo('GET /api/v1/entities/index')[0])).toEqual({ ...common, ...asked })
  })

  it('T-05 asks for as many files as the addresses of ticked rows need, and glues them under one head', async () => {
    const csv = () => new Response('\uFEFFName\nCargo\n', { headers: { 'content-type': 'text/csv' } })
    const api = stubApi({ 'GET /api/v1/entities/index': csv })
    const blob = await list.csv?.fetch?.(
      wish,
      Array.from({ length: 401 }, (_, at) => at),
    )
    const [first, second] = api.requestsTo('GET /api/v1/entities/index')
    expect(queryOf(first).searchFields).toMatch(/^is_live:=true;id:in0,1,.*,399$/)
    expect(queryOf(second)).toEqual({ ...common, ...inFile, format: 'csv', searchFields: 'is_live:=true;id:in400' })
    expect(blob?.size).toBe('\uFEFFName\nCargo\nCargo\n'.length + 2)
  })

  it('R-158 has the whole list sent by mail', async () => {
    const api = stubApi({ 'POST /api/v1/entities/csv': { data: { job_id: 1 } } })
    await list.csv?.mail(wish)
    expect(queryOf(api.requestsTo('POST /api/v1/entities/csv')[0])).toEqual({
      ...common,
      ...inFile,
      searchFields: 'is_live:=true;brand:likeGaz',
    })
  })
})
