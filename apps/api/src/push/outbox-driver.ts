import type pg from 'pg'
import type { Push, PushDriver, PushOutcome } from './push-driver.js'

/** Where no provider is configured: keeps what would have been sent, which the mailbox shows. */
export class OutboxDriver implements PushDriver {
  constructor(
    private readonly pool: pg.Pool,
    private readonly kind: 'fcm' | 'webpush',
  ) {}

  async send({ id, address, title, body }: Push): Promise<PushOutcome> {
    const values = [id, this.kind, address.token ?? address.endpoint ?? '', title, body]
    await this.pool.query('SELECT keep_push($1, $2, $3, $4, $5)', values)
    return { kind: 'sent' }
  }
}
