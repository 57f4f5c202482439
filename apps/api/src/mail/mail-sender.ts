import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../configuration.js'
import { ScopedTransaction } from '../database/scoped-transaction.js'
import { CleanUp, JobFailure, JobQueue, type JobRun, jobSays, KEPT_DAYS } from '../jobs/index.js'
import { MailTransport } from './mail-transport.js'
import { mailSecret } from './mailer.js'
import { Seal } from './seal.js'
import { sendMailJob } from './send-mail.job.js'
import { type MailRow, OutgoingMailsRepository } from './outgoing/outgoing-mails.repository.js'
import { type StoredMail, storedMail } from './outgoing/stored-mail.js'

/**
 * Sends waiting mails. While a mail is being sent, its row is locked, so that no other process sends it too. If the process
 * dies, the database releases the lock. Runs outside requests and serves every business.
 */
@Injectable()
export class MailSender implements OnModuleInit {
  readonly #seal: Seal

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_POOL) private readonly pool: pg.Pool,
    private readonly mails: OutgoingMailsRepository,
    private readonly queue: JobQueue,
    private readonly cleanUp: CleanUp,
    private readonly transport: MailTransport,
  ) {
    this.#seal = new Seal(mailSecret(configuration))
  }

  onModuleInit(): void {
    this.queue.handle(sendMailJob(this.configuration), ({ mail_id }, run) => this.run(mail_id, run))
    this.cleanUp.forgets('outgoing_mails', { since: 'created_at', days: KEPT_DAYS })
  }

  private async run(id: string, { isLastAttempt }: JobRun): Promise<void> {
    try {
      await this.send(id)
    } catch (error) {
      const isOver = isLastAttempt || (error instanceof JobFailure && error.isFinal)
      // After the last attempt, the mail's text is deleted.
      if (isOver) await this.mails.erase(id)
      throw error
    }
  }

  private send(id: string): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      const transaction = new ScopedTransaction(client, 'all')
      const row = await this.mails.take(transaction, id)
      if (!row) {
        if (await this.mails.isThere(transaction, id)) throw new JobFailure(jobSays('mail-sent-elsewhere'))
        throw new JobFailure(jobSays('mail-erased'), { isFinal: true })
      }
      if (row.sent_at) return
      await this.transport.send(id, await this.read(id, row))
      await this.mails.markSent(transaction, id)
    })
  }

  private async read(id: string, { sealed }: MailRow): Promise<StoredMail> {
    if (!sealed) throw new JobFailure(jobSays('mail-erased'), { isFinal: true })
    try {
      return storedMail.parse(await this.#seal.open(id, sealed))
    } catch (error) {
      throw new JobFailure(jobSays('mail-unreadable'), { isFinal: true, cause: error })
    }
  }
}
