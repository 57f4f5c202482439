import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { WorkNotice } from '@roadbook/contracts'
import type { Logger } from '@roadbook/platform'
import { AuthenticationService } from '../../../auth/authentication.service.js'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../../../configuration.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { WorkNotices } from '../../../database/work-notices.js'
import { AlertMails } from './alert-mails.js'
import { afterQuiet, planTelling } from './plan-telling.js'
import { type News, TellingsRepository } from './tellings.repository.js'

const EVERY_MS = 500
const AFTER_FAILURE_MS = 30_000

/**
 * Notifies users of changes to alerts. The database stores a row for each change (news). One transaction deletes that row and
 * decides recipients, channel and time. Mails are sent when they are due, to recipients who are still allowed to see the
 * alert. A crash neither repeats nor loses a notification. Runs outside requests and serves every business.
 */
@Injectable()
export class AlertTeller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: ReturnType<WorkNotices['rounds']>

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly database: RequestDatabase,
    private readonly authentication: AuthenticationService,
    private readonly tellings: TellingsRepository,
    private readonly mails: AlertMails,
    notices: WorkNotices,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'cannot tell of alerts; the next round does')
    this.#rounds = notices.rounds(() => this.notifyAll(), { everyMs: EVERY_MS, notice: WorkNotice.alertNews, onError })
  }

  onApplicationBootstrap(): void {
    this.#rounds.start()
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#rounds.stop()
  }

  /**
   * Decides on the notifications of all changes to alerts, and sends the mails that are due.
   * @returns milliseconds until the next mail is due; null when there is no next mail, or mail is not configured
   */
  async notifyAll(): Promise<number | null> {
    while ((await this.write((transaction) => this.decide(transaction))) > 0);
    if (this.configuration.SMTP_URL === undefined || this.configuration.PORTAL_URL === undefined) return null
    let leastMs = 0
    for (const userId of await this.write((transaction) => this.tellings.dueUsers(transaction))) {
      // A failed mail to one user must not delay the mails to other users.
      await this.mailTo(userId).catch((error: unknown) => {
        leastMs = AFTER_FAILURE_MS
        this.logger.error({ err: error, userId }, 'cannot mail alerts')
      })
    }
    const nextMs = await this.write((transaction) => this.tellings.nextMailMs(transaction))
    return nextMs === null ? null : Math.max(leastMs, nextMs)
  }

  private async decide(transaction: ScopedTransaction): Promise<number> {
    const news = await this.tellings.takeNews(transaction)
    for (const one of news) await this.decideOn(transaction, one)
    return news.length
  }

  private async decideOn(transaction: ScopedTransaction, news: News): Promise<void> {
    const { alert_id: alertId, change } = news
    const now = new Date()
    // No mail is sent when an alert ends, because the inbox shows the end.
    if (change === 'ended') return
    // A withdrawal is sent to every user who was mailed about the alert, even if the rule has other recipients now.
    if (change === 'withdrawn') return this.tellings.withdraw(transaction, alertId, afterQuiet(news, now))
    if (change === 'restored' && (await this.tellings.restore(transaction, alertId))) return
    await this.tellings.add(transaction, news, planTelling(news, news.at, now))
  }

  private async mailTo(userId: number): Promise<void> {
    const ids = await this.write((transaction) => this.tellings.dueIds(transaction, userId))
    const [reader] = await this.authentication.presentCallers([{ caller: { userId }, issuedAt: Date.now() }])
    if (reader?.permissions.has('read:map')) {
      await this.write(async (transaction) => {
        const due = await this.tellings.takeMails(transaction.seenBy(reader.scope), reader, ids)
        const address = await this.tellings.reader(transaction, userId)
        if (address) await this.mails.send(transaction, due, { ...address, locale: reader.locale })
      })
    }
    await this.write((transaction) => this.tellings.letGo(transaction, ids))
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}
