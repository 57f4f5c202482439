import { sql } from '../database/sql.js'
import { Problem } from '../http/problems.js'
import { parseListCriteria, parseWith } from './list-criteria.js'
import type { ListFields } from './list-fields.js'

const FIELDS: ListFields = {
  search: {
    id: { type: 'id', column: sql`x.id` },
    name: { type: 'text', column: sql`x.name` },
    weight: { type: 'number', column: sql`x.weight` },
    seen_at: { type: 'time', column: sql`x.seen_at` },
    ends_on: { type: 'day', column: sql`x.ends_on` },
    active: { type: 'fact', column: sql`x.active` },
  },
  text: ['name'],
  orderBy: { created_at: sql`x.created_at`, name: sql`x.name` },
  with: ['tags', 'owner'],
  extra: ['view'],
}
const parse = (given: Record<string, unknown>, fields = FIELDS) => parseListCriteria(given, fields)
const conditionsOf = (search: string, searchFields = '') => parse({ search, searchFields }).conditions
const refused = (given: Record<string, unknown>, fields = FIELDS) => {
  try {
    parse(given, fields)
  } catch (error) {
    if (error instanceof Problem) return [error.kind, ...Object.keys(error.details.errors ?? {})]
    throw error
  }
  return undefined
}

describe('the criteria of a list', () => {
  it('R-268 are the first fifteen, newest first, where nothing is asked', () => {
    expect(parse({})).toEqual({
      page: 1,
      limit: 15,
      orderBy: 'created_at',
      sortedBy: 'desc',
      conditions: [],
      text: undefined,
      join: 'and',
      with: new Set(),
      own: undefined,
    })
  })

  it('R-268 are what is asked for', () => {
    const given = { page: '3', limit: '200', orderBy: 'name', sortedBy: 'asc', searchJoin: 'or', with: 'tags;owner;', view: 'x' }
    expect(parse(given)).toMatchObject({ page: 3, limit: 200, orderBy: 'name', sortedBy: 'asc', join: 'or' })
    expect(parse(given).with).toEqual(new Set(['tags', 'owner']))
  })

  it.each([
    [{ page: '0' }, 'page'],
    [{ page: '1.5' }, 'page'],
    [{ page: '-1' }, 'page'],
    [{ page: '99999', limit: '200' }, 'page'],
    [{ limit: '201' }, 'limit'],
    [{ limit: '0x10' }, 'limit'],
    [{ orderBy: 'weight' }, 'orderBy'],
    [{ orderBy: 'constructor' }, 'orderBy'],
    [{ sortedBy: 'down' }, 'sortedBy'],
    [{ searchJoin: 'xor' }, 'searchJoin'],
    [{ with: 'tags;secrets' }, 'with'],
    [{ limit: ['1', '2'] }, 'limit'],
    [{ where: '1=1' }, 'query'],
    [{ search: 'x'.repeat(4_001) }, 'search'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: 'a\0b' }, 'search'],
    [{ search: 'secret:1' }, 'search'],
    [{ searchFields: 'secret' }, 'searchFields'],
    [{ searchFields: '__proto__:=1' }, 'searchFields'],
    [{ searchFields: 'name:>=5' }, 'searchFields'],
    [{ search: 'id:one' }, 'id'],
    [{ search: 'id:2147483648' }, 'id'],
    [{ search: 'seen_at:yesterday' }, 'seen_at'],
    [{ search: 'ends_on:2026-02-30' }, 'ends_on'],
    [{ search: 'ends_on:soon' }, 'ends_on'],
    [{ search: 'seen_at:2026-01-01;2026-01-02' }, 'seen_at'],
    [{ search: 'active:yes' }, 'active'],
    [{ search: Array.from({ length: 21 }, (_, at) => `id:${at}`).join(';') }, 'search'],
  ])('S13 refuse %j and name where it stands', (given, place) => {
    expect(refused(given)).toEqual(['invalid', place])
  })

  it('S13 refuse words where a list has no field for them', () => {
    expect(refused({ search: 'words' }, { ...FIELDS, text: [] })).toEqual(['invalid', 'search'])
  })
})

describe('what is searched', () => {
  it('is text in any field, unless it begins like a field', () => {
    expect(parse({ search: ' 100% pure ' })).toMatchObject({ text: '100% pure', conditions: [] })
    expect(parse({ search: 'Q8: north' })).toMatchObject({ text: 'Q8: north', conditions: [] })
  })

  it('has the operator of its type, or the one that is asked for', () => {
    expect(conditionsOf('name:cora;weight:5;seen_at:2026-01-02;active:true')).toEqual([
      { field: 'name', operator: 'like', values: ['cora'] },
      { field: 'weight', operator: '=', values: [5] },
      { field: 'seen_at', operator: '>=', values: [new Date('2026-01-02')] },
      { field: 'active', operator: '=', values: [true] },
    ])
    expect(conditionsOf('name:cora', 'name:=')).toEqual([{ field: 'name', operator: '=', values: ['cora'] }])
    expect(conditionsOf('Cora', 'name:=')).toEqual([{ field: 'name', operator: '=', values: ['Cora'] }])
  })

  it('R-245 is one of several values, joined by ; or ,', () => {
    const several = [{ field: 'id', operator: 'in', values: [1, 2, 3] }]
    expect(conditionsOf('id:1;2;3')).toEqual(several)
    expect(conditionsOf('1;2;3', 'id:in')).toEqual(several)
    expect(conditionsOf('', 'id:=1,2,3')).toEqual(several)
  })

  it('is a condition by itself where a field has its value', () => {
    expect(conditionsOf('', 'weight:>=5;weight:<=9;name:likean')).toEqual([
      { field: 'weight', operator: '>=', values: [5] },
      { field: 'weight', operator: '<=', values: [9] },
      { field: 'name', operator: 'like', values: ['an'] },
    ])
  })
})

it('relations are those that are declared', () => {
  expect(parseWith('', [])).toEqual(new Set())
  expect(() => parseWith('tags', [])).toThrow(Problem)
})
