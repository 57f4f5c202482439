import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'

export interface ReceivedMail {
  /** Undefined when the mail has no Message-ID. */
  messageId: string | undefined
  envelopeFrom: string
  envelopeTo: string[]
  subject: string
  /** Mail as it was received. */
  raw: Buffer
}

export interface MailHead {
  id: number
  envelope_from: string
  envelope_to: string[]
  subject: string
  received_at: Date
}

/** Push for a phone or browser. It is stored here and not sent. */
export interface KeptPush {
  id: number
  kind: string
  address: string
  title: string
  body: string
  sent_at: Date
}

/** Received mails in PostgreSQL. The oldest mails are deleted. */
export class MailStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly keep: number,
  ) {}

  /**
   * Stores a mail. The mail is stored durably when the promise resolves. A mail with a known Message-ID is not stored again.
   */
  async add({ messageId, envelopeFrom, envelopeTo, subject, raw }: ReceivedMail): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query(
        `INSERT INTO mailbox.mails (message_id, envelope_from, envelope_to, subject, raw) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (message_id) DO NOTHING`,
        [messageId ?? null, envelopeFrom, envelopeTo, subject, raw],
      )
      await client.query(
        'DELETE FROM mailbox.mails WHERE id <= (SELECT id FROM mailbox.mails ORDER BY id DESC OFFSET $1 LIMIT 1)',
        [this.keep],
      )
    })
  }

  /** Lists mails that are older than the mail `before`, newest first. */
  async list(before: number | undefined, limit: number): Promise<MailHead[]> {
    const { rows } = await this.pool.query<MailHead>(
      `SELECT id, envelope_from, envelope_to, subject, received_at FROM mailbox.mails
       WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
      [before ?? null, limit],
    )
    return rows
  }

  async find(id: number): Promise<(MailHead & { raw: Buffer }) | undefined> {
    const { rows } = await this.pool.query<MailHead & { raw: Buffer }>(
      'SELECT id, envelope_from, envelope_to, subject, received_at, raw FROM mailbox.mails WHERE id = $1',
      [id],
    )
    return rows[0]
  }

  /** Lists pushes, newest first. The API limits the number of stored pushes. */
  async pushes(limit: number): Promise<KeptPush[]> {
    const { rows } = await this.pool.query<KeptPush>(
      'SELECT id, kind, address, title, body, sent_at FROM mailbox.pushes ORDER BY id DESC LIMIT $1',
      [limit],
    )
    return rows
  }

  async ping(): Promise<void> {
    await this.pool.query('SELECT 1 FROM mailbox.mails LIMIT 1')
  }
}
