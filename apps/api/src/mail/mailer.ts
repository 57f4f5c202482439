import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import type { Locale } from '../texts/locale.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { Problem } from '../http/problems.js'
import { JobQueue, type Requester } from '../jobs/index.js'
import type { MailTemplate, MailValues } from './mail-templates.js'
import { assertAddress, assertFileName } from './printable.js'
import { renderMail } from './render-mail.js'
import { Seal } from './seal.js'
import { sendMailJob } from './send-mail.job.js'
import { OutgoingMailsRepository } from './outgoing/outgoing-mails.repository.js'
import type { StoredMail } from './outgoing/stored-mail.js'
import { problem } from '../texts/platform.js'

/** An attachment, for example a CSV file. */
export interface MailAttachment {
  fileName: string
  /** Media type, for example `text/csv; charset=utf-8`. */
  contentType: string
  content: string
  /** Encoding of `content`, for content that is not text. */
  encoding?: 'base64'
}

/** Maximum size of attachments in bytes. Many servers refuse larger mails. For a larger file, offer a download. */
export const MAX_ATTACHED_BYTES = 8 * 1024 * 1024

export interface MailOrder<Template extends MailTemplate> {
  to: string
  /** The reader's language. */
  locale: Locale
  template: Template
  values: MailValues[Template]
  /** Time zone for the times in the mail. The default is Europe/Amsterdam. */
  timeZone?: string
  attachments?: readonly MailAttachment[]
  /** User who may see the state of the mail's job. */
  requestedBy?: Requester
}

/**
 * Queues mails. A job sends each mail later. A mail survives restarts. While the mail server is unavailable, the mail is tried
 * again.
 */
@Injectable()
export class Mailer {
  readonly #seal: Seal

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mails: OutgoingMailsRepository,
    private readonly queue: JobQueue,
  ) {
    this.#seal = new Seal(mailSecret(configuration))
  }

  /**
   * Queues a mail in the transaction of the write that the mail reports, so that either both are saved or neither.
   * @returns the id of the job that sends the mail
   * @throws Problem 422 for an invalid address, name, link or attachment
   */
  async send<Template extends MailTemplate>(transaction: ScopedTransaction, order: MailOrder<Template>): Promise<string> {
    const { to, locale, template, requestedBy, attachments = [] } = order
    assertAddress('to', to)
    for (const { fileName } of attachments) assertFileName('attachment', fileName)
    const bytes = attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    if (bytes > MAX_ATTACHED_BYTES) throw new Problem('tooLarge', problem('attachments-too-large'))
    const id = randomUUID()
    const mail: StoredMail = { to, ...renderMail(template, locale, order.values, order.timeZone), attachments: [...attachments] }
    await this.mails.add(transaction, { id, template, locale, requestedBy, sealed: await this.#seal.close(id, mail) })
    const options = requestedBy ? { requestedBy } : {}
    const jobId = await this.queue.enqueue(transaction, sendMailJob(this.configuration), { mail_id: id }, options)
    if (jobId === undefined) throw new Error('a mail of its own was taken for another one')
    return jobId
  }
}

/** Returns the secret for encrypting stored mails. The secret is not in the database, so a database dump reveals no mail. */
export const mailSecret = ({ MAIL_SECRET, DATABASE_URL }: ApiConfiguration): string => MAIL_SECRET ?? DATABASE_URL
