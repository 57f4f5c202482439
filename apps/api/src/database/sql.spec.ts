import { joined, sql } from './sql.js'

describe('sql', () => {
  it('binds values and never writes them into the text', () => {
    expect(sql`SELECT ${"'; DROP"} AS a, ${null} AS b`.toQuery()).toEqual({
      text: 'SELECT $1 AS a, $2 AS b',
      values: ["'; DROP", null],
    })
  })

  it('splices pieces with their own values and numbers all of them in order', () => {
    const inner = sql`x = ${1} AND y = ${2}`
    expect(sql`SELECT ${0} WHERE (${inner}) OR z = ${3} ${sql`LIMIT 1`}`.toQuery()).toEqual({
      text: 'SELECT $1 WHERE (x = $2 AND y = $3) OR z = $4 LIMIT 1',
      values: [0, 1, 2, 3],
    })
  })

  it('joins conditions in brackets, and says what stands for none', () => {
    expect(joined([sql`a = ${1}`, sql`b OR c = ${2}`], 'AND', sql`TRUE`).toQuery()).toEqual({
      text: '(a = $1) AND (b OR c = $2)',
      values: [1, 2],
    })
    expect(joined([], 'OR', sql`FALSE`).toQuery()).toEqual({ text: 'FALSE', values: [] })
  })
})
