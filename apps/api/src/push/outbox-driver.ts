import type pg from 'pg'
import { keepPush } from './kept-pushes.repository.js'
import type { Push, PushDriver, PushOutcome } from './push-driver.js'

/** Driver for an installation without a provider. It stores pushes, which the mailbox shows. */
export class OutboxDriver implements PushDriver {
  constructor(
    private readonly pool: pg.Pool,
    private readonly kind: 'fcm' | 'webpush',
  ) {}

  async send({ id, address, title, body }: Push): Promise<PushOutcome> {
    await keepPush(this.pool, { id, kind: this.kind, to: address.token ?? address.endpoint ?? '', title, body })
    return { kind: 'sent' }
  }
}
