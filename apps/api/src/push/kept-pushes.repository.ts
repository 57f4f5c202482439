import type pg from 'pg'

/** A push that is stored and not sent, because no provider is configured. */
interface KeptPush {
  id: string
  kind: 'fcm' | 'webpush'
  /** Token of an app, or address at a push service. */
  to: string
  title: string
  body: string
}

/** Stores a push of any business. The mailbox shows it. */
export async function keepPush(pool: pg.Pool, { id, kind, to, title, body }: KeptPush): Promise<void> {
  await pool.query('SELECT keep_push($1, $2, $3, $4, $5)', [id, kind, to, title, body])
}
