import { Injectable, type OnModuleInit } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { notFound, Problem } from '../../http/problems.js'
import type { DirectorySession } from '../../identity-directory/identity-directory.js'
import { CleanUp } from '../../jobs/index.js'
import { AccountRepository } from './account.repository.js'
import { deviceOf } from './device-of.js'
import type { AccountSecurityDto, AccountSessionDto } from './dto/account-security.dto.js'
import { type OwnAccount, OwnAccounts, unavailable } from './own-account.js'
import { say } from './texts.js'

/** Days for which ended sessions are stored. Access tokens of every provider expire sooner. */
const ENDED_SESSIONS_DAYS = 7

/** Sign-in methods and sessions of a user. */
@Injectable()
export class AccountSecurityService implements OnModuleInit {
  constructor(
    private readonly own: OwnAccounts,
    private readonly database: RequestDatabase,
    private readonly accounts: AccountRepository,
    private readonly audit: AuditLog,
    private readonly cleanUp: CleanUp,
  ) {}

  onModuleInit(): void {
    this.cleanUp.forgets('ended_sessions', { since: 'ended_at', days: ENDED_SESSIONS_DAYS })
  }

  async security(caller: Caller): Promise<AccountSecurityDto> {
    const account = await this.own.find(caller)
    if (!account) return { is_kept_here: false, second_factor: null }
    const factor = await account.directory.findSecondFactor(account.subject).catch(unavailable)
    return {
      is_kept_here: true,
      second_factor: factor
        ? { since: factor.since?.toISOString() ?? null, recovery_codes_left: factor.recoveryCodesLeft }
        : null,
    }
  }

  /**
   * Returns the sessions. The session of this request comes first. The other sessions follow in the order of their last use.
   */
  async sessions(caller: Caller): Promise<AccountSessionDto[]> {
    const account = await this.own.find(caller)
    const sessions = account ? await listOf(account) : []
    return sessions
      .map((session) => toAnswer(session, caller))
      .sort((a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at.localeCompare(a.last_seen_at))
  }

  /** Ends a session. Its tokens become invalid and its sockets close. */
  async end(by: Acting, sessionId: string): Promise<void> {
    const account = await this.own.find(by.caller)
    const session = account && (await listOf(account)).find(({ id }) => id === sessionId)
    if (!account || !session) throw notFound('session')
    if (session.id === by.caller.sessionId) throw new Problem('conflict', say('own-session'))
    await this.endAll(by, account, [session])
  }

  /**
   * Ends all sessions of the user except the one of this request.
   * @returns the number of ended sessions
   */
  async endOthers(by: Acting): Promise<number> {
    const account = await this.own.find(by.caller)
    if (!account) return 0
    const others = (await listOf(account)).filter(({ id }) => id !== by.caller.sessionId)
    await this.endAll(by, account, others)
    return others.length
  }

  /** Ends the tokens first and then the sessions. Access is therefore denied even if the provider does not answer. */
  private async endAll(by: Acting, { directory, subject }: OwnAccount, sessions: readonly DirectorySession[]): Promise<void> {
    if (sessions.length === 0) return
    await this.database.write(by.caller.scope, async (transaction) => {
      await this.accounts.endSessions(
        transaction,
        sessions.map(({ id }) => id),
      )
      await this.audit.recordAll(
        transaction,
        by,
        sessions.map((session) => ({
          action: 'account.session-end',
          type: 'user',
          id: by.caller.userId,
          before: { ...deviceOf(session.userAgent), address: session.address },
        })),
      )
    })
    for (const { id } of sessions) await directory.endSession(subject, id).catch(unavailable)
  }
}

const listOf = ({ directory, subject }: OwnAccount) => directory.listSessions(subject).catch(unavailable)

const toAnswer = (session: DirectorySession, { sessionId }: Caller): AccountSessionDto => ({
  id: session.id,
  ...deviceOf(session.userAgent),
  address: session.address,
  signed_in_at: session.signedInAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  is_current: session.id === sessionId,
})
