import { startMailbox, type RunningMailbox } from '@roadbook/mailbox/bootstrap'
import PostalMime, { type Email } from 'postal-mime'
import type pg from 'pg'
import { until } from '@roadbook/testing/until'

const SECRET = 'what-opens-the-mailbox-of-this-suite'

/** The product's mailbox on the suite's database, and the mails in it. */
export class MailBench {
  private constructor(
    private readonly databaseUrl: string,
    private readonly pool: pg.Pool,
    private mailbox: RunningMailbox,
  ) {}

  static async start(databaseUrl: string, pool: pg.Pool, keep = 1_000): Promise<MailBench> {
    return new MailBench(databaseUrl, pool, await startMailbox(configuration(databaseUrl, 0, keep)))
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${this.mailbox.smtpPort}`
  }

  get url(): string {
    return `http://127.0.0.1:${this.mailbox.port}/${SECRET}`
  }

  /** Returns the mails to an address, oldest first. */
  async received(address: string): Promise<Email[]> {
    const { rows } = await this.pool.query<{ raw: Buffer }>(
      'SELECT raw FROM mailbox.mails WHERE $1 = ANY (envelope_to) ORDER BY id',
      [address],
    )
    return Promise.all(rows.map(({ raw }) => PostalMime.parse(raw)))
  }

  /** Waits until this many mails have arrived, and returns them as {@link received} does. */
  async arrived(address: string, count = 1): Promise<Email[]> {
    const subjects = async () => (await this.received(address)).map(({ subject }) => subject)
    await until(`${count === 1 ? 'a mail' : `${count} mails`} to ${address}`, subjects, { fits: ({ length }) => length >= count })
    return this.received(address)
  }

  /** Resolves with the first mail to an address whose subject or text contains these words. */
  async arrivedWith(address: string, words: string): Promise<Email> {
    const look = async () => {
      const all = await this.received(address)
      const mail = all.find(({ subject, text }) => subject?.includes(words) || text?.includes(words))
      return { subjects: all.map(({ subject }) => subject), mail }
    }
    const { mail } = await until(`a mail to ${address} with '${words}'`, look, { fits: (seen) => seen.mail !== undefined })
    return mail as Email
  }

  async idOf(address: string): Promise<number> {
    const { rows } = await this.pool.query<{ id: string }>('SELECT id FROM mailbox.mails WHERE $1 = ANY (envelope_to)', [address])
    return Number(rows[0]?.id)
  }

  /** Stops the mailbox, runs `work`, and starts it again on the same port. */
  async restartAfter(work: () => Promise<void>): Promise<void> {
    const { smtpPort } = this.mailbox
    await this.mailbox.close()
    await work()
    this.mailbox = await startMailbox(configuration(this.databaseUrl, smtpPort, 1_000))
  }

  stop(): Promise<void> {
    return this.mailbox.close()
  }
}

const configuration = (databaseUrl: string, smtpPort: number, keep: number) => ({
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: 'silent' as const,
  MAILBOX_PORT: 0,
  MAILBOX_SECRET: SECRET,
  MAILBOX_SMTP_PORT: smtpPort,
  MAILBOX_KEEP: keep,
})
