import type pg from 'pg'

/** Number of rows that are read in one step. */
const PORTION = 2_000

/** Reads a query in portions, in a transaction. The memory that it needs does not depend on the number of rows. */
export async function* portions<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: string,
  size = PORTION,
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE moving NO SCROLL CURSOR FOR ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${size} FROM moving`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('CLOSE moving')
}
