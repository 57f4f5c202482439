import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Bell } from '@roadbook/contracts'
import { inTransaction, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import type { Locale } from '../../texts/locale.js'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../../configuration.js'
import { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { WorkBells } from '../../database/work-bells.js'
import {
  IDENTITY_DIRECTORY,
  type IdentityDirectory,
  type MaybeIdentityDirectory,
  NoSuchAccount,
} from '../../identity-directory/identity-directory.js'
import { Mailer } from '../../mail/index.js'

const EVERY_MS = 2_000
/** Whoever still waits asks again. */
const PATIENCE_MINUTES = 10

interface ResetUserRow {
  email: string
  first_name: string
  locale: Locale
  time_zone: string | null
}

/**
 * Mails a link to who asked for a new password at the sign-in page, where nobody is told whether there is such a user.
 * Nobody is signed in, so this runs outside any tenant, as the owner.
 */
@Injectable()
export class PasswordResets implements OnApplicationBootstrap, OnApplicationShutdown {
  #rounds: ReturnType<WorkBells['rounds']> | undefined

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(IDENTITY_DIRECTORY) private readonly directory: MaybeIdentityDirectory,
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
    while (await inTransaction(this.pool, (client) => this.next(directory, client)));
  }

  /** Takes one request that no other process has taken. It is gone when its mail is written, and not before. */
  private async next(directory: IdentityDirectory, client: pg.PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ subject: string | null; is_late: boolean }>(
      sql`DELETE FROM password_reset_requests WHERE id =
          (SELECT id FROM password_reset_requests ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING subject, requested_at < now() - make_interval(mins => ${PATIENCE_MINUTES}) AS is_late`.toQuery(),
    )
    const [request] = rows
    if (!request) return false
    if (request.subject !== null && !request.is_late && this.configuration.SMTP_URL) {
      await this.mail(directory, client, request.subject)
    }
    return true
  }

  private async mail(directory: IdentityDirectory, client: pg.PoolClient, subject: string): Promise<void> {
    const { rows } = await client.query<ResetUserRow>(
      sql`SELECT email, first_name, locale, time_zone FROM users
        WHERE issuer = ${this.configuration.OIDC_ISSUER} AND subject = ${subject} AND deleted_at IS NULL`.toQuery(),
    )
    const [user] = rows
    if (!user) return
    const link = await directory.createResetLink(subject).catch(nobody)
    if (link?.kind !== 'link') return
    await this.mailer.send(new ScopedTransaction(client, 'all'), {
      to: user.email,
      locale: user.locale,
      template: 'password-reset',
      values: { firstName: user.first_name, link: link.url, expiresAt: link.expiresAt.toISOString() },
      ...(user.time_zone ? { timeZone: user.time_zone } : {}),
    })
  }
}

/** The account is gone or disabled by now: no mail, and no trouble. */
function nobody(error: unknown): undefined {
  if (!(error instanceof NoSuchAccount)) throw error
}
