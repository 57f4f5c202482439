import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Bell } from '@roadbook/contracts'
import { inTransaction, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../../../configuration.js'
import { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { WorkBells } from '../../../database/work-bells.js'
import {
  IDENTITY_DIRECTORY,
  type IdentityDirectory,
  type MaybeIdentityDirectory,
  NoSuchAccount,
} from '../../../identity-directory/identity-directory.js'
import { Mailer } from '../../../mail/index.js'
import { PasswordResetsRepository } from './password-resets.repository.js'

const EVERY_MS = 2_000

/**
 * Mails a link to users who request a new password on the sign-in page. The page does not reveal whether the user exists. Runs
 * as the owner of the tables and outside any tenant, because the user is not signed in.
 */
@Injectable()
export class PasswordResets implements OnApplicationBootstrap, OnApplicationShutdown {
  #rounds: ReturnType<WorkBells['rounds']> | undefined

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(IDENTITY_DIRECTORY) private readonly directory: MaybeIdentityDirectory,
    private readonly requests: PasswordResetsRepository,
    private readonly mailer: Mailer,
    private readonly bells: WorkBells,
  ) {}

  onApplicationBootstrap(): void {
    const { directory, bells, logger } = this
    if (!directory?.ownsEveryAccount) return
    const onError = (error: unknown) => logger.warn({ err: error }, 'a link to a new password could not be mailed; next time')
    this.#rounds = bells.rounds(() => this.drain(directory), { everyMs: EVERY_MS, bell: Bell.passwordResets, onError })
    this.#rounds.start()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#rounds?.stop()
  }

  private async drain(directory: IdentityDirectory): Promise<void> {
    while (await inTransaction(this.pool, (client) => this.next(directory, new ScopedTransaction(client, 'all'))));
  }

  /** Takes one request. One transaction deletes the request and queues its mail. */
  private async next(directory: IdentityDirectory, transaction: ScopedTransaction): Promise<boolean> {
    const request = await this.requests.take(transaction)
    if (!request) return false
    if (request.subject !== null && !request.is_late && this.configuration.SMTP_URL) {
      await this.mail(directory, transaction, request.subject)
    }
    return true
  }

  private async mail(directory: IdentityDirectory, transaction: ScopedTransaction, subject: string): Promise<void> {
    const user = await this.requests.findUser(transaction, this.configuration.OIDC_ISSUER, subject)
    if (!user) return
    const link = await directory.createResetLink(subject).catch(nobody)
    if (link?.kind !== 'link') return
    await this.mailer.send(transaction, {
      to: user.email,
      locale: user.locale,
      template: 'password-reset',
      values: { firstName: user.first_name, link: link.url, expiresAt: link.expiresAt.toISOString() },
      ...(user.time_zone ? { timeZone: user.time_zone } : {}),
    })
  }
}

/** Ignores an account that was deleted or disabled. There is no mail and no error. */
function nobody(error: unknown): undefined {
  if (!(error instanceof NoSuchAccount)) throw error
}
