import { createPool, isPooled, sharesSessions } from '@roadbook/platform/database'

/**
 * Throws if an address leads through a pooler that shares sessions. The lock of migrations would stay in a session of the
 * pooler, and the next migration would wait for it for ever.
 */
export async function assertOwnSession(url: string): Promise<void> {
  const pool = createPool({ url, name: 'roadbook migrate', max: 2 })
  try {
    const one = await pool.connect()
    try {
      if (!(await isPooled(one))) return
      const other = await pool.connect()
      const isShared = await sharesSessions(one, other).finally(() => other.release(true))
      if (isShared) throw new Error(SHARED)
    } finally {
      one.release(true)
    }
  } finally {
    await pool.end()
  }
}

const SHARED =
  'this address of the database leads through a pooler that shares sessions, and migrations need a session of their own: ' +
  'set DATABASE_DIRECT_URL to the address of PostgreSQL itself (docs/operating/connect.md, "A connection pooler")'
