import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { Requester } from '../../jobs/index.js'
import type { Locale } from '../../texts/locale.js'

/** A mail that is ready to be stored and sent. */
interface WrittenMail {
  id: string
  template: string
  locale: Locale
  requestedBy: Requester | undefined
  sealed: Buffer
}

/** A waiting or sent mail. Its text is deleted as soon as it was sent. */
export interface MailRow {
  sealed: Buffer | null
  sent_at: Date | null
}

/** Mails until they are sent. Requests only call {@link add}. A job that serves every business uses the other methods. */
@Injectable()
export class OutgoingMailsRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  async add(transaction: ScopedTransaction, { id, template, locale, requestedBy, sealed }: WrittenMail): Promise<void> {
    await transaction.rows(sql`INSERT INTO outgoing_mails (id, template, locale, requested_by, business_id, sealed)
      VALUES (${id}, ${template}, ${locale}, ${requestedBy?.userId ?? null}, ${requestedBy?.businessId ?? null}, ${sealed})`)
  }

  /**
   * Locks a mail until the transaction ends. Returns undefined when another process has locked it, or it does not exist any more.
   */
  take(transaction: ScopedTransaction, id: string): Promise<MailRow | undefined> {
    return transaction.row<MailRow>(sql`SELECT sealed, sent_at FROM outgoing_mails WHERE id = ${id} FOR UPDATE SKIP LOCKED`)
  }

  async isThere(transaction: ScopedTransaction, id: string): Promise<boolean> {
    return (await transaction.row(sql`SELECT 1 FROM outgoing_mails WHERE id = ${id}`)) !== undefined
  }

  async markSent(transaction: ScopedTransaction, id: string): Promise<void> {
    await transaction.rows(sql`UPDATE outgoing_mails SET sent_at = now(), sealed = NULL WHERE id = ${id}`)
  }

  /** Deletes the text of a mail that will not be sent again. */
  async erase(id: string): Promise<void> {
    await this.pool.query('UPDATE outgoing_mails SET sealed = NULL WHERE id = $1', [id])
  }
}
