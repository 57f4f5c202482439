import { randomBytes } from 'node:crypto'
import { inUtc } from '@roadbook/platform'
import pg from 'pg'

/** A database without tables, on the server of the tests. */
export interface EmptyDatabase {
  url: string
  pool: pg.Pool
  drop(): Promise<void>
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const serverUrl = process.env.TEST_POSTGRES_URL as string
  const onServer = async (statement: string) => {
    const admin = new pg.Client({ connectionString: serverUrl })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  await onServer(`CREATE DATABASE ${name}`)
  const url = inUtc(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString())
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  return {
    url,
    pool,
    drop: async () => {
      await pool.end()
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
